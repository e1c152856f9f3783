import { sql } from "kysely";
import { afterEach, expect, it, vi } from "vitest";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
afterEach(() => {
  vi.useRealTimers();
});

it("a session that ends while the slowest of the first calls is answered gets none of their answers", async () => {
  const { token } = await oneMember(kampus, {});
  vi.useFakeTimers({ toFake: ["performance"] });
  const host = "profile.kampus.localhost";
  const asked = await kampus.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE media`.execute(trx);
    const answer = kampus.get("/api/en/early", { query: { path: "" }, host, token });
    await expect.poll(() => kampus.waitingForLocks()).toBeGreaterThan(0);
    await kampus.post("/api/logout", {}, { token });
    vi.advanceTimersByTime(1_000);
    return { answer };
  });
  expect((await asked.answer).statusCode).toBe(401);
});
