import { expect, it } from "vitest";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
const { made, usesOf } = testInvitations(kampus);

const lock = (db: Pick<TestKampus["db"], "selectFrom">, chatId: number) =>
  db.selectFrom("chats").select("id").where("id", "=", chatId).forNoKeyUpdate();

// The embedded database does one thing after another: there nothing happens at once.
it.runIf(process.env.TEST_DATABASE_URL)(
  "new members whom the operator confirms together join their groups in the order of the groups, so that nothing deadlocks that locks them so",
  async () => {
    const [owner, friend] = await signedInMembers(kampus, 2);
    const invited = async (title: string) => {
      const chat = await testMessenger(kampus).group(owner, title, [friend]);
      return { chat, link: await made(owner, { kind: "group", chat_id: chat.id }) };
    };
    const [first, second] = [await invited("Физика"), await invited("Химия")];
    const older = await kampus.signUp({ invitation: second.link.code });
    const newer = await kampus.signUp({ invitation: first.link.code });
    const release = await holdOpen(kampus, (trx) => lock(trx, first.chat.id).execute());
    const verifying = testOperator(kampus)("members", "verify", older.email, newer.email);
    try {
      await expect.poll(kampus.waitingForLocks).toBe(1);
      // Whoever waits for the first group must not hold the second one.
      expect(await lock(kampus.db, second.chat.id).noWait().execute()).toHaveLength(1);
    } finally {
      await release();
    }
    await verifying;
    expect([await usesOf(first.link), await usesOf(second.link)]).toEqual([1, 1]);
  },
);
