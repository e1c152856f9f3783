import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClassEvent, EventAnswer, EventAnswersList } from "#lib/events/schema.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import {
  type Members,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import { testClass } from "#server/testing/data/test-events.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
let members: Members<8>;
let author: SignedInMember;
let school: Awaited<ReturnType<typeof testClass<8>>>;
let url: string;
afterEach(closeSockets);
beforeEach(async () => {
  school = await testClass(kampus, 8);
  members = school.members;
  [author] = members;
  url = `/api/en/events/${(await school.made(author)).id}`;
});

const say = ({ token }: SignedInMember, answer: unknown) =>
  kampus.post(`${url}/answer`, { answer }, { token });
const seen = ({ token }: SignedInMember) => dataFrom<ClassEvent>(kampus.get(url, { token }));
const faces = async ({ token }: SignedInMember, answer: EventAnswer, cursor?: string) =>
  (
    await kampus.get(`${url}/answers`, { token, query: { answer, ...(cursor && { cursor }) } })
  ).json<EventAnswersList>();

describe("an answer", () => {
  it("is counted, is shown to its own member as theirs, and is replaced by the next", async () => {
    const [, one, other] = members;
    expect(statusAndBody(await say(one, "going"))).toMatchObject([
      200,
      {
        message: "Your answer is saved",
        data: { answers: { going: 1, maybe: 0, no: 0 }, my_answer: "going" },
      },
    ]);
    await say(one, "maybe");
    await say(other, "no");
    expect(await seen(author)).toMatchObject({
      answers: { going: 0, maybe: 1, no: 1 },
      my_answer: null,
    });
    expect(await seen(other)).toMatchObject({ my_answer: "no" });
  });

  it("counts once for each member, however many are sent at once", async () => {
    const answers = ["going", "maybe", "no"] as const;
    await Promise.all(
      members.flatMap((member) =>
        Array.from({ length: 9 }, (_, index) => say(member, answers[index % 3])),
      ),
    );
    const { answers: counts } = await seen(author);
    expect(counts.going + counts.maybe + counts.no).toBe(members.length);
    for (const answer of answers)
      expect((await faces(author, answer)).data).toHaveLength(counts[answer]);
    for (const member of members) {
      const { my_answer } = await seen(member);
      const listed = (await faces(author, my_answer ?? "no")).data.map(({ id }) => id);
      expect(listed).toContain(member.id);
    }
  });

  it.each([
    [undefined, "This field is required"],
    [null, "This field is required"],
    ["", "This field is required"],
    ["yes", "This value is not allowed"],
    [1, "This value is not allowed"],
    [["going"], "This value is not allowed"],
  ])("is none of these, and the refusal says why: %j", async (answer, message) => {
    const refused = await say(author, answer);
    expect(statusAndBody(refused)).toMatchObject([422, { errors: { answer: [message] } }]);
  });

  it("needs a verified member", async () => {
    const unverified = await oneMember(kampus, { verified: false });
    const answers = [
      await kampus.post(`${url}/answer`, { answer: "going" }),
      await say(unverified, "going"),
      await kampus.get(`${url}/answers?answer=going`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 401]);
  });

  it("is published to the member's other tabs at once", async () => {
    const device = await connectSocket(kampus, { token: author.token });
    await say(author, "going");
    await vi.waitFor(() =>
      expect(device.payloadsOf("class_event")).toEqual([
        {
          object_id: school.place.objectId,
          class_key: school.place.key,
          id: Number(url.split("/").at(-1)),
        },
      ]),
    );
  });
});

describe("who answered", () => {
  it("is listed in pages, the last first", async () => {
    const more = Array.from({ length: 35 }, () => oneMember(kampus));
    const comers = await Promise.all(more);
    await testPast(kampus).allStudied(
      school.place.objectId,
      comers.map((member) => ({ member, years: [2004, 2014] })),
    );
    await Promise.all(comers.map((member) => say(member, "going")));
    const first = await faces(author, "going");
    const second = await faces(author, "going", first.meta.next ?? "");
    expect([first.data.length, second.data.length, second.meta.next]).toEqual([30, 5, null]);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(comers.map(({ id }) => id).toSorted());
  });

  it("excludes, from the list and the number, members across a block and deleted accounts", async () => {
    const [, reader, blocked, gone, stays] = members;
    for (const member of [blocked, gone, stays]) await say(member, "going");
    await testProfiles(kampus).block(blocked, reader);
    await kampus.updateMember(gone, { deleted_at: new Date() });
    expect((await faces(reader, "going")).data.map(({ id }) => id)).toEqual([stays.id]);
    expect(await seen(reader)).toMatchObject({ answers: { going: 1 } });
    expect(await seen(author)).toMatchObject({ answers: { going: 2 } });
  });

  it("shows their face on the event once they come: the last four, without those whom the reader cannot meet", async () => {
    const [, first, second, third, fourth, fifth, undecided, blocked] = members;
    for (const member of [first, second, third, fourth, fifth]) await say(member, "going");
    await say(undecided, "maybe");
    await say(blocked, "going");
    await testProfiles(kampus).block(blocked, author);
    const shown = [fifth, fourth, third, second].map(({ id }) => id);
    const idsOf = (event: Partial<ClassEvent> | null | undefined) =>
      event?.faces?.map(({ id }) => id);
    expect(idsOf(await seen(author))).toEqual(shown);
    expect((await seen(author)).faces?.[0]).toEqual({
      ...{ id: fifth.id, fullname: expect.any(String) as string, image: null },
    });
    expect(idsOf(await seen(first))).toEqual([blocked.id, ...shown.slice(0, 3)]);
    const { token } = author;
    const [listed] = await dataFrom<ClassEvent[]>(kampus.get(school.url, { token }));
    const page = school.url.replace("/events", "");
    const { next_event } = await dataFrom<{ next_event: ClassEvent }>(kampus.get(page, { token }));
    expect([idsOf(listed), idsOf(next_event)]).toEqual([shown, shown]);
    await kampus.updateMember(fifth, { deleted_at: new Date() });
    expect(idsOf(await seen(author))).toEqual([fourth, third, second, first].map(({ id }) => id));
  });

  it.each(["author", "member"] as const)(
    "is hidden from the author, as the event is from the member, once the %s has blocked the other",
    async (blocker) => {
      const [, member, stays] = members;
      for (const one of [member, stays]) await say(one, "going");
      await testProfiles(kampus).block(
        ...(blocker === "author" ? ([author, member] as const) : ([member, author] as const)),
      );
      expect((await faces(author, "going")).data.map(({ id }) => id)).toEqual([stays.id]);
      expect(await seen(author)).toMatchObject({ answers: { going: 1 } });
      for (const path of ["", "/answers?answer=going", ".ics"])
        expect((await kampus.get(`${url}${path}`, { token: member.token })).statusCode).toBe(404);
      const page = await kampus.get(school.url.replace("/events", ""), { token: member.token });
      expect(page.json()).toMatchObject({ data: { next_event: null } });
    },
  );

  it("never includes for each other two members across a block, whatever they answered", async () => {
    const [, one, other] = members;
    await testProfiles(kampus).block(one, other);
    for (const answer of ["going", "maybe", "no"] as const) {
      for (const each of [one, other]) await say(each, answer);
      expect((await faces(one, answer)).data.map(({ id }) => id)).toEqual([one.id]);
      expect((await faces(other, answer)).data.map(({ id }) => id)).toEqual([other.id]);
      expect((await seen(one)).answers[answer]).toBe(1);
      expect((await faces(author, answer)).data).toHaveLength(2);
    }
  });

  it("requires a valid answer", async () => {
    const wrong: Record<string, string>[] = [{ answer: "yes" }, { answer: "going", cursor: "W10" }];
    for (const query of wrong) {
      const answer = await kampus.get(`${url}/answers`, { token: author.token, query });
      expect(answer.statusCode).toBe(422);
    }
  });
});
