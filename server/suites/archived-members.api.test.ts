/** What the archive of a member holds, whatever table or column it stands in. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import {
  accountColumns,
  memberReferences,
  memberWithEverything,
} from "#server/testing/data/member-data.ts";
import { downloadArchive, readZip } from "#server/testing/data/read-zip.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();

async function archiveOf(member: SignedInMember) {
  const files = readZip(await downloadArchive(kampus, member));
  return { files, file: (name: string) => JSON.parse(files.get(name) ?? "null") as unknown };
}

describe("the archive of a member", () => {
  it("holds something for every column that refers to them, unless member-data.ts says why not", async () => {
    const { file } = await archiveOf(await memberWithEverything(kampus));
    for (const { table, column, archive } of memberReferences)
      if (typeof archive === "string")
        expect(file(archive), `${table}.${column}`).not.toSatisfy(
          (content) => content === null || (Array.isArray(content) && content.length === 0),
        );
  });

  it("holds nothing of another member", async () => {
    await memberWithEverything(kampus);
    const { files, file } = await archiveOf(await oneMember(kampus));
    const ofEverybody = ["calendar.json", "sessions.json", "statistics.json"];
    for (const { archive } of memberReferences) {
      if (typeof archive !== "string" || ofEverybody.includes(archive)) continue;
      expect([...files.keys()]).toContain(archive);
      expect(file(archive) ?? [], archive).toEqual([]);
    }
    expect(file("calendar.json")).toEqual({ exists: true, renewals: 0 });
    expect(file("sessions.json")).toHaveLength(1);
  });

  it("holds every column of the account, unless member-data.ts says why not", async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = 'users'`.execute(kampus.db);
    expect(Object.keys(accountColumns).sort()).toEqual(rows.map(({ name }) => name).sort());
    const { file } = await archiveOf(await memberWithEverything(kampus));
    for (const [column, archive] of Object.entries(accountColumns)) {
      if (typeof archive !== "string") continue;
      const [, name = "", key = ""] = /^(\S+\.json)\.(\w+)$/.exec(archive) ?? [];
      expect(file(name), column).toMatchObject({ [key]: expect.anything() as unknown });
    }
  });

  it("names devices, push services and the calendar without their secrets", async () => {
    const { files, file } = await archiveOf(await memberWithEverything(kampus));
    expect(file("known-devices.json")).toEqual([
      { issued_at: expect.any(String) as string, used_at: expect.any(String) as string },
    ]);
    expect(file("push-subscriptions.json")).toEqual([
      {
        session: expect.any(Number) as number,
        service: "push.example",
        created_at: expect.any(String) as string,
      },
    ]);
    expect(file("calendar.json")).toEqual({ exists: true, renewals: 2 });
    const text = [...files.values()].join("");
    for (const key of ["https://push.example", "key of the browser", "secret of the browser"])
      expect(text).not.toContain(key);
  });

  it("names neither who invited them nor who came by their links", async () => {
    const invitations = testInvitations(kampus);
    const [inviter, newcomer] = await signedInMembers(kampus, 2);
    const { id, code } = await invitations.made(inviter);
    expect((await invitations.accept(code, newcomer)).statusCode).toBe(200);
    const used_at = expect.any(String) as string;
    const ofClass = { object_id: null, class_key: null, study_group: null };
    expect((await archiveOf(newcomer)).file("accepted-invitations.json")).toEqual([
      { kind: "kampus", ...ofClass, chat_id: null, used_at },
    ]);
    const { file } = await archiveOf(inviter);
    expect(file("invited-members.json")).toEqual([{ invitation_id: id, used_at }]);
    expect(file("accepted-invitations.json")).toEqual([]);
  });

  it("says of each chat when it was pinned, and holds the draft with its mentions", async () => {
    const { file } = await archiveOf(await memberWithEverything(kampus));
    const [chat] = file("chats.json") as object[];
    expect(chat).toMatchObject({
      pinned_at: "2026-01-04T00:00:00.000Z",
      joined_at: expect.any(String) as string,
      draft: "Привет",
      draft_mentions: [{ offset: 0, length: 6 }],
    });
  });

  it("names the profiles that the member viewed lately, each with its days", async () => {
    const member = await oneMember(kampus);
    const [one, other] = await insertMembers(kampus, [{}, {}]);
    await sql`
      INSERT INTO profile_views (viewer_id, user_id, viewed_on)
      VALUES (${member.id}, ${one.id}, '2026-01-02'), (${member.id}, ${one.id}, '2026-01-03'),
        (${member.id}, ${other.id}, '2026-01-03'), (${other.id}, ${member.id}, '2026-01-03')`.execute(
      kampus.db,
    );
    expect((await archiveOf(member)).file("viewed-profiles.json")).toEqual([
      { id: one.id, days: ["2026-01-02", "2026-01-03"] },
      { id: other.id, days: ["2026-01-03"] },
    ]);
  });

  it("holds what they wrote in a group that they left, and nothing that others wrote there", async () => {
    const messenger = testMessenger(kampus);
    const [owner, member, third] = await signedInMembers(kampus, 3);
    for (const friend of [member, third])
      await kampus.db
        .insertInto("friendships")
        .values({
          low_user: owner.id,
          high_user: friend.id,
          requested_by: owner.id,
          accepted_at: new Date(),
        })
        .execute();
    const say = (from: SignedInMember, chatId: number, text: string) =>
      messenger.say(from, chatId, text, "group");
    const left = await messenger.group(owner, "Физика", [member, third]);
    await say(owner, left.id, "чужое слово");
    await say(member, left.id, "моё слово");
    const again = await messenger.group(owner, "Химия", [member, third]);
    await say(member, again.id, "до ухода");
    for (const { id } of [left, again])
      await kampus.post(`/messenger/group/leave/${id}`, {}, { token: member.token });
    const body = { add: [member.id] };
    await kampus.post(`/messenger/group/members/${again.id}`, body, { token: owner.token });
    await say(member, again.id, "после возвращения");
    const { files, file } = await archiveOf(member);
    expect(file("messages-in-left-groups.json")).toMatchObject([
      { chat_id: left.id, text: "моё слово", media: [] },
      { chat_id: again.id, text: "до ухода" },
    ]);
    expect(files.get(`chats/${again.id}.json`)).toContain("после возвращения");
    expect([...files.values()].join("")).not.toContain("чужое слово");
  });
});
