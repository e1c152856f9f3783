import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { httpRequest } from "#server/testing/http-request.ts";
import { type SignedInMember, twoMembers } from "#server/testing/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";

let kampus: TestKampus;
let one: SignedInMember;
let other: SignedInMember;
let sid: string;
beforeAll(async () => {
  kampus = await startTestKampus();
});
afterAll(() => kampus.close());

const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });
const poll = (query: string, headers: Record<string, string>, body?: string) =>
  httpRequest(kampus, `/socket.io/?EIO=4&transport=polling${query}`, {
    host: "chat.kampus.localhost",
    headers,
    ...(body !== undefined && { method: "POST", body }),
  });

describe("a connection that polls", () => {
  beforeEach(async () => {
    [one, other] = await twoMembers(kampus);
    const opened = await poll("", bearer(one));
    ({ sid } = JSON.parse(opened.body.slice(1)) as { sid: string });
    expect((await poll(`&sid=${sid}`, bearer(one), "40")).status).toBe(200);
  });

  it.each([
    ["another member's token", () => bearer(other)],
    ["no token", () => ({})],
    ["no token, wanting another protocol", () => ({ Connection: "Upgrade", Upgrade: "h2c" })],
    ["the token in a cookie", () => ({ Cookie: `token=${one.token}` })],
  ])("tells nothing to who knows its id and has %s", async (_title, headers) => {
    expect((await poll(`&sid=${sid}`, headers())).status).toBe(401);
    expect((await poll(`&sid=${sid}`, headers(), "41")).status).toBe(401);
    // Nor does it end by that.
    const heard = await poll(`&sid=${sid}`, bearer(one));
    expect([heard.status, heard.body.slice(0, 2)]).toEqual([200, "40"]);
  });

  it.each(["__proto__", "constructor", "toString", "", "x", "a&sid=b"])(
    "and the id %s, which is none, are strangers: it is refused and nobody suffers",
    async (nonsense) => {
      for (const headers of [bearer(one), {}])
        expect((await poll(`&sid=${nonsense}`, headers)).status).toBeLessThan(500);
      expect((await poll(`&sid=${sid}`, bearer(one))).status).toBe(200);
    },
  );
});
