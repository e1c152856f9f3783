/** Nodes with different settings lose uploads of members, or keep events to themselves, so the start warns of that. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerNode } from "#server/infra/node-register.ts";
import { pino } from "pino";
import { startTestKampus } from "#server/testing/test-kampus.ts";

const folder = mkdtempSync(path.join(tmpdir(), "kampus-second-node-"));
let kampus: Awaited<ReturnType<typeof startTestKampus>>;
beforeAll(async () => {
  kampus = await startTestKampus();
});
afterAll(async () => {
  await kampus.close();
  rmSync(folder, { recursive: true, force: true });
});

async function warningsOf(variables: Record<string, string>): Promise<string[]> {
  const warned: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => warned.push(line) });
  const other = await kampus.anotherNode(variables, log);
  await other.close();
  return warned.filter((line) => line.includes("another node is set up otherwise"));
}

describe("a node that starts beside another", () => {
  it("warns of nothing where both have the same settings", async () => {
    expect(await warningsOf({})).toEqual([]);
  });

  it("warns that uploads of one are missing on the other where each has a folder of its own", async () => {
    expect(await warningsOf({ VAR_DIR: folder })).toEqual([
      expect.stringMatching(/"variable":"S3_URL".*uploads of one are missing on the other/),
    ]);
  });

  it("warns of domains that the others do not serve", async () => {
    expect(await warningsOf({ ACCOUNT_DOMAINS: "talim.example" })).toEqual([
      expect.stringContaining('"variable":"ACCOUNT_DOMAINS"'),
    ]);
  });

  it("compares itself with live nodes, not with ended ones", async () => {
    const [{ db }, log] = [kampus, pino({ level: "silent" })];
    await registerNode({ db }, { S3_URL: "of a node that was killed" }, log);
    const lost = sql`settings->>'S3_URL' = 'of a node that was killed'`;
    await sql`UPDATE nodes SET seen_at = now() - interval '2 minutes' WHERE ${lost}`.execute(db);
    expect(await warningsOf({})).toEqual([]);
  });
});
