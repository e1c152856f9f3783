import { beforeEach, describe, expect, it } from "vitest";
import type { ClassDetails } from "#lib/classes/schema.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let institution = 1;
beforeEach(() => {
  institution += 1;
});

const at = (rest: string) => `/api/ru/objects/${institution}/classes/2014${rest}`;
const open = ({ token }: SignedInMember, body?: object) =>
  kampus.post(at("/chat"), body, { token });
const join = ({ token }: SignedInMember, body?: object) =>
  kampus.post(at("/chat/join"), body, { token });
const opened = (...call: Parameters<typeof open>) => dataFrom<Chat>(open(...call));
const detailsFor = ({ token }: SignedInMember) =>
  dataFrom<ClassDetails>(kampus.get(at(""), { token }));

async function classmates<Count extends number>(count: Count, group: string | null = null) {
  const members = await signedInMembers(kampus, count);
  const study_group_key = group === null ? null : studyGroupKey(group);
  for (const member of members)
    await insertTestEducation(kampus, member, {
      object_id: institution,
      study_group: group,
      study_group_key,
    });
  return members;
}

describe("the chat of a study group", () => {
  it("is separate from that of the class, the same however the group is written, and open to the class", async () => {
    const [one, other] = await classmates(2, "11-А");
    const whole = await opened(one);
    const chats = [
      await opened(one, { group: "11-А" }),
      // A Latin letter that looks like the Cyrillic one.
      await opened(other, { group: "11 a" }),
    ];
    expect(chats[0]?.id).toBe(chats[1]?.id);
    expect(chats[0]?.id).not.toBe(whole.id);
    expect(chats[0]?.title).toMatch(/^Выпуск 2014, 11-А · /);
    expect((await detailsFor(one)).chat?.id).toBe(whole.id);
  });

  it("is told by its class beside the group, with its number of members and whether the reader is in it", async () => {
    const [one, other] = await classmates(2, "11-А");
    await classmates(1, "11-Б");
    const { id } = await opened(one, { group: "11-А" });
    const seen = (joined: boolean) => ({
      chat: null,
      groups: [
        { name: "11-А", total: 2, chat: { id, joined, members_count: 1 } },
        { name: "11-Б", total: 1, chat: null },
      ],
    });
    expect(await detailsFor(one)).toMatchObject(seen(true));
    expect(await detailsFor(other)).toMatchObject(seen(false));
  });

  it("is refused for a group that nobody in the class has", async () => {
    const [one] = await classmates(1, "11-А");
    for (const group of ["11-Б", "x".repeat(33), 7]) {
      expect(statusAndBody(await open(one, { group }))).toMatchObject([
        422,
        { errors: { group: [expect.any(String) as string] } },
      ]);
    }
    expect((await open(one, { group: "" })).statusCode).toBe(200);
  });

  it("is refused, and its title is not told, where only members name it who hide their educations", async () => {
    const [hiding] = await classmates(1, "11-Б");
    const [one] = await classmates(1);
    await testProfiles(kampus).hide(hiding, { educations: "nobody" });
    expect((await open(one, { group: "11-Б" })).statusCode).toBe(422);
    expect((await opened(hiding, { group: "11-Б" })).title).toMatch(/^Выпуск 2014, 11-Б · /);
    expect((await open(one, { group: "11-Б" })).statusCode).toBe(422);
  });

  it("stays open to its members, and to nobody else, once no education names the group any more", async () => {
    const [one, other] = await classmates(2, "11-А");
    const chat = await opened(one, { group: "11-А" });
    await kampus.db
      .updateTable("educations")
      .set({ study_group: null, study_group_key: null })
      .where("user_id", "in", [one.id, other.id])
      .execute();
    expect((await opened(one, { group: "11 a" })).id).toBe(chat.id);
    expect((await join(one, { group: "11-А" })).json()).toMatchObject({ data: { id: chat.id } });
    expect((await open(other, { group: "11-А" })).statusCode).toBe(422);
  });

  it("tells nobody outside the class which groups there are", async () => {
    await classmates(1, "11-А");
    const stranger = await oneMember(kampus); // one
    for (const group of ["11-А", "11-Б"])
      expect((await open(stranger, { group })).statusCode).toBe(403);
  });
});
