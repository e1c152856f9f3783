/** The operator restores deleted accounts. */
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { testFriendships } from "#server/testing/test-friendships.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const friendship = testFriendships(kampus);
const members = (...words: (string | number)[]) =>
  testOperator(kampus)("members", ...words.map(String));
afterEach(closeSockets);

describe("members restore", () => {
  it("undoes the operator's deletion: they sign in, and others count them again", async () => {
    const member = await kampus.member();
    const [other] = await signedInMembers(kampus, 1);
    await friendship(member, "add", other.id);
    await members("delete", member.id);
    const device = await connectSocket(kampus, { token: other.token });
    const counts = () => device.payloadsOf("friendship").map(({ pending }) => pending);
    await expect.poll(counts).toEqual([0]);
    expect(await members("restore", member.email)).toEqual([
      `✓ Restored ${member.id} ${member.email}`,
    ]);
    await expect.poll(counts, { timeout: 15_000 }).toEqual([0, 1]);
    const back = await kampus.signIn(member.email, member.password);
    expect([back.statusCode, back.json()]).toMatchObject([200, { user: { id: member.id } }]);
    expect(back.json()).not.toHaveProperty("restored");
  });

  it("refuses who is not deleted or was deleted too long ago, and changes nothing in a dry run", async () => {
    const member = await kampus.member();
    await expect(members("restore", member.id)).rejects.toThrow("is not deleted");
    await members("delete", member.id);
    await members("restore", member.id, "--dry-run");
    expect((await kampus.rowOf(member)).deleted_at).not.toBeNull();
    await kampus.updateMember(member, { deleted_at: sql<Date>`now() - interval '30 days'` });
    await expect(members("restore", member.id)).rejects.toThrow("deleted too long ago");
  });
});
