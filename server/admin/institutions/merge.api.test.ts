import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { loadReference } from "#server/reference/load-reference.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { gathering } from "#server/testing/data/test-events.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();

const institutions = (...words: string[]) => testOperator(kampus)("institutions", ...words);
const merge = (from: number, into: number) => institutions("merge", String(from), String(into));

/** A district without a school in the catalogue. */
const district = 1703202;
let made = 0;
async function makeSchool({ token }: SignedInMember): Promise<number> {
  made += 1;
  const body = { establishment_id: 10, region_id: district, name: `Школа № ${made}` };
  return (await dataFrom<{ id: number }>(kampus.post("/api/ru/objects", body, { token }))).id;
}

interface Study {
  group?: string;
  speciality?: string;
  end?: number | null;
}

const educationOf = (object_id: number, { group, speciality, end = 2010 }: Study = {}) => ({
  establishment_id: 10,
  region_id: district,
  object_id,
  start: 2001,
  end,
  group,
  speciality,
});
async function study({ token }: SignedInMember, objectId: number, details: Study = {}) {
  const body = educationOf(objectId, details);
  const answer = await kampus.post("/api/ru/profile/setting/educations", body, { token });
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.json<{ data: { id: number } }>().data.id;
}
const educationsOf = async ({ id }: { id: number }) =>
  kampus.db
    .selectFrom("educations")
    .select(["object_id", "study_group", "speciality", "end_year"])
    .where("user_id", "=", id)
    .orderBy("id")
    .execute();

/** A member of a class of two schools, which are about to be one. */
async function memberOfBoth() {
  const member = await oneMember(kampus);
  const [from, into] = [await makeSchool(member), await makeSchool(member)];
  await study(member, from);
  await study(member, into);
  return { member, from, into };
}
const classOf = (id: number) => `/api/ru/objects/${id}/classes/2010`;

describe("an institution is not merged", () => {
  it("into one that was removed, or that was itself merged into another", async () => {
    const member = await oneMember(kampus);
    const [one, removed, merged, kept] = [
      await makeSchool(member),
      await makeSchool(member),
      await makeSchool(member),
      await makeSchool(member),
    ];
    await institutions("remove", String(removed));
    await expect(merge(one, removed)).rejects.toThrow(
      `institution ${removed} was removed: nothing is merged into it`,
    );
    await merge(merged, kept);
    await expect(merge(one, merged)).rejects.toThrow(
      `institution ${merged} was merged into ${kept}`,
    );
  });
});

describe("a member of both institutions", () => {
  it("has an education that was the same once, and one that differed twice", async () => {
    const member = await oneMember(kampus);
    const [from, into] = [await makeSchool(member), await makeSchool(member)];
    const same = [{ group: "11-А" }, { speciality: "Физика" }, { end: null }];
    for (const details of same) for (const id of [from, into]) await study(member, id, details);
    await study(member, from, { group: "11-Б" });
    await merge(from, into);
    expect(await educationsOf(member)).toMatchObject([
      { object_id: into, study_group: "11-А" },
      { object_id: into, speciality: "Физика" },
      { object_id: into, end_year: null },
      { object_id: into, study_group: "11-Б" },
    ]);
  });

  it("is of the class once", async () => {
    const { member, from, into } = await memberOfBoth();
    await merge(from, into);
    expect(await educationsOf(member)).toHaveLength(1);
    const roster = await kampus.get(`${classOf(into)}/members`, { token: member.token });
    expect(roster.json<{ data: unknown[] }>().data).toHaveLength(1);
  });
});

describe("a merge moves to the remaining institution", () => {
  it("events of the classes of the merged one", async () => {
    const { member, from, into } = await memberOfBoth();
    const { token } = member;
    const event = await kampus.post(`${classOf(from)}/events`, gathering(), { token });
    const { id } = event.json<{ data: { id: number } }>().data;
    await merge(from, into);
    const events = await kampus.get(`${classOf(into)}/events`, { token });
    expect(events.json()).toMatchObject({ data: [{ id }] });
  });

  it("invitations to the classes of the merged one", async () => {
    const { member, from, into } = await memberOfBoth();
    const { token } = member;
    const body = { kind: "class", object_id: from, class_key: "2010" };
    await kampus.post("/api/ru/invitations", body, { token });
    await merge(from, into);
    const links = await kampus.get("/api/ru/invitations", { token });
    expect(links.json()).toMatchObject({ data: [{ object: { id: into }, class_key: "2010" }] });
  });

  it("requests that were accepted as the merged one", async () => {
    const { member, from, into } = await memberOfBoth();
    const body = { establishment_id: 1, region_id: 1703, name: `Вуз ${from}` };
    await kampus.post("/api/ru/objects", body, { token: member.token });
    const requests = () =>
      kampus.db
        .selectFrom("institution_requests")
        .select(["id", "object_id"])
        .where("member_id", "=", member.id)
        .executeTakeFirstOrThrow();
    const { id } = await requests();
    await institutions("accept", String(id), "--institution", String(from));
    await merge(from, into);
    expect(await requests()).toEqual({ id, object_id: into });
  });

  it("reports, of which a member then has only one open one", async () => {
    const { member, from, into } = await memberOfBoth();
    const other = await oneMember(kampus);
    const report = ({ token }: SignedInMember, object_id: number) =>
      kampus.post("/api/ru/reports", { object_id, reason: "fake" }, { token });
    for (const [by, id] of [
      [member, from],
      [member, into],
      [other, from],
    ] as const)
      expect((await report(by, id)).statusCode).toBe(201);
    await merge(from, into);
    const rows = await kampus.db
      .selectFrom("reports")
      .select(["reporter_id", "object_id"])
      .where("reporter_id", "in", [member.id, other.id])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { reporter_id: member.id, object_id: null },
      { reporter_id: member.id, object_id: into },
      { reporter_id: other.id, object_id: into },
    ]);
  });

  it("the chat of a class that has none there, while a second chat stays as a plain group", async () => {
    const open = async ({ token }: SignedInMember, id: number) =>
      (await dataFrom<{ id: number }>(kampus.post(`${classOf(id)}/chat`, {}, { token }))).id;
    const alone = await memberOfBoth();
    const moved = await open(alone.member, alone.from);
    await merge(alone.from, alone.into);
    expect(await open(alone.member, alone.into)).toBe(moved);

    const both = await memberOfBoth();
    const [former, kept] = [await open(both.member, both.from), await open(both.member, both.into)];
    await merge(both.from, both.into);
    expect(await open(both.member, both.into)).toBe(kept);
    const { token } = both.member;
    const chats = (await kampus.get("/messenger/chats/all", { token })).json<{
      data: { id: number }[];
    }>();
    expect(chats.data.map(({ id }) => id)).toEqual(expect.arrayContaining([former, kept]));
  });
});

describe("a school that is entered again after a merge", () => {
  const enter = async ({ token }: SignedInMember, name: string) => {
    const body = { establishment_id: 10, region_id: 1703203, name };
    const answer = await kampus.post("/api/ru/objects", body, { token });
    return [answer.statusCode, answer.json<{ data: { id: number } }>().data.id];
  };

  it("is the one that it was merged into, in any spelling, and also after a load", async () => {
    const member = await oneMember(kampus);
    const [[, from = 0], [, into = 0]] = [
      await enter(member, "Школа Гулшан"),
      await enter(member, "Школа № 8"),
    ];
    await merge(from, into);
    for (const name of ["Школа Гулшан", "Gulshan maktabi", "Школа № 8"])
      expect(await enter(member, name), name).toEqual([200, into]);
    await kampus.db.deleteFrom("reference_load").execute();
    await kampus.db.transaction().execute((trx) => loadReference(trx, readReferenceFiles()));
    expect(await enter(member, "Школа Гулшан")).toEqual([200, into]);
  });

  it("is an institution of another kind where it was merged into that", async () => {
    const member = await oneMember(kampus);
    const [, school = 0] = await enter(member, "Школа № 110");
    const lyceum = await kampus.db
      .selectFrom("objects")
      .select("id")
      .where("establishment_id", "=", 7)
      .executeTakeFirstOrThrow();
    await merge(school, lyceum.id);
    expect(await enter(member, "110-maktab")).toEqual([200, lyceum.id]);
  });

  it("is made anew where what it was merged into was removed", async () => {
    const member = await oneMember(kampus);
    const [[, from = 0], [, into = 0]] = [
      await enter(member, "Школа № 21"),
      await enter(member, "Школа № 22"),
    ];
    await merge(from, into);
    await institutions("remove", String(into));
    expect((await enter(member, "Школа № 21"))[0]).toBe(201);
  });
});

// The embedded database does one thing after another: there nothing happens at once.
if (process.env.TEST_DATABASE_URL)
  describe("while institutions are merged", () => {
    /** Until at least so many wait for a lock: a session that is noted as used may be one more. */
    const waitFor = (count: number) =>
      expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(count);

    /** Locks the row in a transaction, and returns what ends it. */
    async function hold(table: "users" | "educations", id: number) {
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
      const { promise: isHeld, resolve: held } = Promise.withResolvers<undefined>();
      const holding = kampus.db.transaction().execute(async (trx) => {
        await sql`SELECT FROM ${sql.table(table)} WHERE id = ${id} FOR NO KEY UPDATE`.execute(trx);
        held(undefined);
        await mayEnd;
      });
      await isHeld;
      return () => {
        end(undefined);
        return holding;
      };
    }

    it("members who change an education there wait, and none of them fails for a deadlock", async () => {
      const members = await signedInMembers(kampus, 3);
      const [first, , third] = members;
      const [from, into] = [await makeSchool(first), await makeSchool(first)];
      const ids: number[] = [];
      for (const member of members) ids.push(await study(member, from));
      const release = await hold("educations", ids[1] ?? 0);
      const merging = merge(from, into);
      try {
        await waitFor(1);
        // Whichever way the merge goes over the educations, it has passed one of these and not the other.
        const changing = [first, third].map(({ token }, at) =>
          kampus.put(
            `/api/ru/profile/setting/educations/${ids[at * 2]}`,
            educationOf(into, { speciality: "Физика" }),
            { token },
          ),
        );
        await waitFor(3);
        await release();
        await merging;
        expect((await Promise.all(changing)).map(({ statusCode }) => statusCode)).toEqual([
          200, 200,
        ]);
      } finally {
        await release();
      }
      for (const member of members)
        expect(await educationsOf(member)).toMatchObject([{ object_id: into }]);
    });

    it("an invitation that is made to a class of the one leads to the other", async () => {
      const { member, from, into } = await memberOfBoth();
      const release = await hold("users", member.id);
      try {
        const body = { kind: "class", object_id: from, class_key: "2010" };
        const inviting = kampus.post("/api/ru/invitations", body, { token: member.token });
        await waitFor(1);
        const merging = merge(from, into);
        await waitFor(2);
        await release();
        await merging;
        expect((await inviting).statusCode).toBe(201);
      } finally {
        await release();
      }
      const links = await kampus.db
        .selectFrom("invitations")
        .select("object_id")
        .where("inviter_id", "=", member.id)
        .execute();
      expect(links).toEqual([{ object_id: into }]);
    });
  });
