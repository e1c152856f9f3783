import { beforeAll, describe, expect, it } from "vitest";
import { studyGroupKey } from "#lib/members/study-group.ts";
import { seededEmail } from "#server/seed/plan.ts";
import { passwordUnder, type SeedOptions, seedDatabase } from "#server/seed/seed-database.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { seededRows } from "#server/testing/data/seeded-rows.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const domain = "kampus.example";
const password = passwordUnder("kampus.localhost");
const amounts = { members: 40, educations: 130, friendships: 200 };
const asked: SeedOptions = { ...amounts, add: false, domain, password };

const kampus = kampusForFile();
beforeAll(async () => {
  await seedDatabase(kampus.db, asked);
});

const seed = (options: Partial<SeedOptions> = {}) =>
  seedDatabase(kampus.db, { ...asked, ...options });

const login = (n: number, given = password) => kampus.signIn(seededEmail(n, domain), given, "uz");

async function signedIn(n: number) {
  const answer = await login(n);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ token: string }>();
}

const listOf = (path: string, token: string) =>
  dataFrom<Record<string, unknown>[]>(kampus.get(`/api/en/${path}`, { token }));

describe("seeded members", () => {
  it("sign in, and have educations, jobs and friends", async () => {
    const { token } = await signedIn(1);
    expect(await listOf("profile/setting/educations", token)).toHaveLength(4);
    expect((await listOf("profile/setting/jobs", token)).length).toBeGreaterThan(0);
    expect((await listOf("profile/friends/active", token)).length).toBeGreaterThan(0);
  });

  it("have birthdays, of which some are shown to classes", async () => {
    const rows = await kampus.db
      .selectFrom("users")
      .select(["birth_month", "privacy_birthday"])
      .where("email", "like", "seeded%")
      .execute();
    const told = rows.filter(({ birth_month }) => birth_month !== null);
    expect([rows.length, told.length]).toEqual([40, 27]);
    expect(told.filter((row) => row.privacy_birthday === "classmates")).toHaveLength(14);
  });

  it("name study groups by the keys by which these are compared, which their classes have", async () => {
    const rows = await kampus.db
      .selectFrom("educations")
      .innerJoin("users", "users.id", "educations.user_id")
      .select(["object_id", "end_year", "study_group", "study_group_key"])
      .where("email", "like", "seeded%")
      .execute();
    const grouped = rows.flatMap(({ study_group, study_group_key, ...row }) =>
      study_group === null ? [] : [{ ...row, study_group, study_group_key }],
    );
    expect([rows.length, grouped.length]).toEqual([130, 86]);
    expect(grouped.map(({ study_group_key }) => study_group_key)).toEqual(
      grouped.map(({ study_group }) => studyGroupKey(study_group)),
    );
    const left = grouped.find(({ end_year }) => end_year !== null);
    const { token } = await signedIn(1);
    const path = `/api/en/objects/${left?.object_id}/classes/${left?.end_year}`;
    const { groups } = await dataFrom<{ groups: { name: string }[] }>(kampus.get(path, { token }));
    expect(groups.map(({ name }) => name)).toContain(left?.study_group);
  });

  it("are found by their names", async () => {
    const { token } = await signedIn(2);
    const someone = await kampus.db
      .selectFrom("users")
      .select(["id", "surname", "name"])
      .where("email", "=", seededEmail(7, domain))
      .executeTakeFirstOrThrow();
    const q = encodeURIComponent(`${someone.name} ${someone.surname}`);
    const found = await listOf(`users?q=${q}`, token);
    expect(found.map(({ id }) => id)).toContain(someone.id);
  });

  it("have what members can add themselves: every education can be saved unchanged", async () => {
    for (const n of [1, 17, 40]) {
      const { token } = await signedIn(n);
      for (const kind of ["educations", "jobs"])
        for (const { id, ...entry } of await listOf(`profile/setting/${kind}`, token)) {
          const references = Object.entries(entry).map(([field, value]) =>
            typeof value === "object" && value !== null && "id" in value
              ? [`${field}_id`, value.id]
              : [field, value],
          );
          const body = Object.fromEntries(references) as object;
          const path = `/api/en/profile/setting/${kind}/${Number(id)}`;
          expect((await kampus.put(path, body, { token })).statusCode).toBe(200);
        }
    }
  });
});

describe("seeding", () => {
  it("is refused where there are members, and changes nothing", async () => {
    const before = await seededRows(kampus.db);
    await expect(seed()).rejects.toThrow(StartFault);
    expect(await seededRows(kampus.db)).toEqual(before);
  });

  it("adds others beside them on request", async () => {
    await kampus.signUp({ email: "seededs@kampus.example" });
    const { first } = await seed({ add: true, members: 3, educations: 0, friendships: 0 });
    expect(first).toBe(41);
    expect((await seed({ add: true, members: 1, educations: 0, friendships: 0 })).first).toBe(44);
    const { token } = await signedIn(44);
    expect(await listOf("profile/setting/educations", token)).toEqual([]);
  });

  it("on a public domain gives nobody a known password", async () => {
    const known = passwordUnder("kampus.localhost");
    expect(passwordUnder("kampus.example")).toBeNull();
    const { first } = await seed({
      add: true,
      members: 1,
      educations: 0,
      friendships: 0,
      password: null,
    });
    for (const tried of [known, "null", ""])
      expect((await login(first, tried)).statusCode).toBe(422);
  });
});
