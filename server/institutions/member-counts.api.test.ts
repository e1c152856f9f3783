import { type KyselyPlugin, sql } from "kysely";
import { expect, it } from "vitest";
import type { InstitutionDetails, InstitutionList, Popular } from "#lib/institutions/schema.ts";
import { countInstitutions, hidingMembers } from "#server/institutions/member-counts.ts";
import { roundedTotal } from "#server/institutions/public-face.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { insertMembers } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

async function students(objectId: number, count: number, verified = true) {
  const members = await insertMembers(
    kampus,
    Array.from({ length: count }, () => ({ verified })),
  );
  // Two educations at one institution count as one member.
  for (const years of [[2001, 2005] as const, [2006, 2008] as const])
    await testPast(kampus).allStudied(
      objectId,
      members.map((member) => ({ member, years: [...years] })),
    );
}

it("lists and the most popular ones show the rounded number of members, and none for few or unverified ones", async () => {
  await students(1, 6);
  await students(4, 21);
  await students(3, 5);
  await students(2, 12, false);
  await countInstitutions(kampus.db);
  const { data } = (await kampus.get("/api/ru/objects?q=ташкент")).json<InstitutionList>();
  expect(data.find(({ id }) => id === 4)?.members).toBe(20);
  const answer = await kampus.get("/api/ru/objects/popular");
  expect(answer.headers["cache-control"]).toBe("public, max-age=300");
  const { popular, members, institutions } = answer.json<{ data: Popular }>().data;
  expect(popular.map(({ id, members }) => [id, members])).toEqual([
    [4, 20],
    [1, 5],
  ]);
  expect([members, institutions]).toEqual([20, expect.any(Number)]);
  expect(institutions).toBeGreaterThan(100);
});

it("lists do not count members who hide from visitors where they studied", async () => {
  await students(6, 6);
  await students(7, 6);
  const of = async (id: number) => {
    const { name } = await dataFrom<InstitutionDetails>(kampus.get(`/api/ru/objects/${id}`));
    const { data } = (
      await kampus.get("/api/ru/objects", { query: { q: name } })
    ).json<InstitutionList>();
    return data.find((row) => row.id === id)?.members;
  };
  await countInstitutions(kampus.db);
  expect([await of(6), await of(7)]).toEqual([5, 5]);
  await kampus.db
    .updateTable("users")
    .set({ privacy_educations: "friends" })
    .where("id", "in", (eb) =>
      eb.selectFrom("educations").select("user_id").where("object_id", "=", 7),
    )
    .execute();
  await countInstitutions(kampus.db);
  expect([await of(6), await of(7)]).toEqual([5, null]);
});

it("who hides is counted off in however many portions the members are read", async () => {
  await students(8, 12);
  const studied = kampus.db.selectFrom("educations").select("user_id").where("object_id", "=", 8);
  const ids = await studied.distinct().orderBy("user_id").execute();
  await kampus.db
    .updateTable("users")
    .set({ privacy_educations: "nobody" })
    .where(
      "id",
      "in",
      ids.filter((_id, at) => at % 2 === 0).map(({ user_id }) => user_id),
    )
    .execute();
  await countInstitutions(kampus.db, { membersAtOnce: 3 });
  const { rows } = await sql`
    SELECT members FROM institution_counts WHERE object_id = 8`.execute(kampus.db);
  expect(rows).toEqual([{ members: 6 }]);
});

it("a count reads members who hide alone, by their own index, however many others there are", async () => {
  await students(9, 30);
  const hiding = await kampus.db
    .selectFrom("users")
    .select("id")
    .where("privacy_educations", "<>", "everyone")
    .execute();
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      statements += 1;
      return Promise.resolve(result);
    },
  };
  await countInstitutions(kampus.db.withPlugin(counting), { membersAtOnce: 1 });
  expect(statements).toBe(hiding.length + 2); // the one that finds no further member, and the one that stores
  const plan = await kampus.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(trx);
    return (await sql<Record<string, string>>`EXPLAIN ${hidingMembers(0, 20_000)}`.execute(trx))
      .rows;
  });
  const lines = plan.flatMap((row) => Object.values(row)).join("\n");
  expect(lines).toContain("users_hiding_educations");
});

it.each([
  [5, null],
  [6, 5],
  [999, 500],
  [1_000, 1_000],
  [142_873, 140_000],
  [1_068_000, 1_000_000],
])("a total of %d members is shown as %j", (members, total) => {
  expect(roundedTotal(members)).toBe(total);
});
