/** The common rules of educations and jobs: owners, order and number. */
import { describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { studies, testEntries, works } from "#server/testing/data/educations-and-jobs.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

describe.each([
  { kind: "educations", input: studies, text: "speciality", value: studies.speciality },
  { kind: "jobs", input: works, text: "company", value: works.company },
] as const)("$kind", ({ kind, input, text, value }) => {
  const named = { educations: "places of study", jobs: "jobs" }[kind];
  const entries = () => testEntries(kampus, kind, input);

  it("are added, listed, changed and deleted by their member", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const { post, put, remove, list, of } = entries();
    const added = await post(member);
    const { data, message } = added.json<{ message: string; data: { id: number } }>();
    expect([added.statusCode, message]).toEqual([201, expect.stringMatching(/ added$/)]);
    expect(data).toMatchObject({ start: input.start, end: input.end, [text]: value });
    expect(await list(member)).toEqual([data]);
    expect((await of(other, member.id)).json()).toEqual({ data: [data] });
    expect((await of(member, member.id)).json()).toEqual({ data: [data] });

    const changed = await put(member, data.id, { start: 2011, [text]: " Другое " });
    expect(statusAndBody(changed)).toEqual([
      200,
      {
        message: expect.stringMatching(/ saved$/) as string,
        data: { ...data, start: 2011, [text]: "Другое" },
      },
    ]);
    expect(await list(member)).toEqual([changed.json<{ data: object }>().data]);

    expect(statusAndBody(await remove(member, data.id))).toEqual([
      200,
      { message: expect.stringMatching(/ deleted$/) as string },
    ]);
    expect(await list(member)).toEqual([]);
  });

  it("are ordered: current ones, then the newest end, the newest start, the newest", async () => {
    const member = await oneMember(kampus);
    const { add, list } = entries();
    const years = [
      [2001, 2005],
      [2000, null],
      [2003, 2005],
      [2010, null],
      [2001, 2009],
      [2003, 2005],
    ] as const;
    const ids: number[] = [];
    for (const [start, end] of years) ids.push(await add(member, { start, end }));
    expect((await list(member)).map(({ id }) => ids.indexOf(id))).toEqual([3, 1, 4, 5, 2, 0]);
  });

  it("that are someone else's, or nobody's, get the same answer", async () => {
    const [owner, stranger] = await signedInMembers(kampus, 2);
    const { add, edit, put, remove, list } = entries();
    const theirs = await add(owner);
    const before = await list(owner);
    const nothing = { message: "Nothing was found", code: "not_found" };
    for (const id of [theirs, 2_147_483_647, 0, -1, "99999999999", "x", "1e1"])
      for (const answer of [
        await edit(stranger, id),
        await put(stranger, id),
        await remove(stranger, id),
      ])
        expect([id, answer.statusCode, answer.json()]).toEqual([id, 404, nothing]);
    expect(await list(owner)).toEqual(before);
  });

  it("of nobody, of the unverified and of the deleted answer 404", async () => {
    const reader = await oneMember(kampus);
    const unverified = await oneMember(kampus, { verified: false });
    const deleted = await oneMember(kampus);
    await kampus.updateMember(deleted, { deleted_at: new Date() });
    for (const id of [unverified.id, deleted.id, 2_147_483_647, 0, "-1", "99999999999"])
      expect([id, (await entries().of(reader, id)).statusCode]).toEqual([id, 404]);
  });

  it("belong to the caller and get a new id, whatever else is sent", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const { add, put, list } = entries();
    const extra = { id: 2_000_000_000, user_id: other.id, created_at: "2001-01-01T00:00:00.000Z" };
    const id = await add(member, extra);
    expect(id).not.toBe(extra.id);
    expect((await put(member, id, extra)).statusCode).toBe(200);
    expect((await list(member)).map((entry) => entry.id)).toEqual([id]);
    expect(await list(other)).toEqual([]);
  });

  it("number at most 50, even when many are sent at once", async () => {
    const member = await oneMember(kampus);
    const { add, post, list, put, remove } = entries();
    for (let count = 0; count < 45; count += 1) await add(member);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(member)));
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused).toHaveLength(15);
    for (const answer of refused)
      expect(statusAndBody(answer)).toEqual([
        422,
        { code: "invalid", message: `You can add at most 50 ${named}. Delete one and try again` },
      ]);
    const [first] = await list(member);
    expect((await put(member, first?.id ?? 0, { start: 2012 })).statusCode).toBe(200);
    expect((await remove(member, first?.id ?? 0)).statusCode).toBe(200);
    expect((await post(member)).statusCode).toBe(201);
    expect(await list(member)).toHaveLength(50);
  });

  it("changed and deleted at once are changed or gone, and nothing fails", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const { add, put, remove, list } = entries();
    for (let round = 0; round < 5; round += 1) {
      const id = await add(member);
      const answers = await Promise.all(
        [2011, 2012].flatMap((start) => [
          put(member, id, { start }),
          put(other, id, { start }),
          remove(member, id),
        ]),
      );
      const codes = answers.map(({ statusCode }) => statusCode);
      expect(codes.filter((code) => code !== 200 && code !== 404)).toEqual([]);
      expect([codes[2], codes[5]].sort()).toEqual([200, 404]);
    }
    expect(await list(member)).toEqual([]);
  });
});
