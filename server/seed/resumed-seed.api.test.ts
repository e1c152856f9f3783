import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SeedOptions, type SeedProgress, seedDatabase } from "#server/seed/seed-database.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { seededRows } from "#server/testing/data/seeded-rows.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";

const asked: SeedOptions = {
  members: 1_100,
  educations: 1_500,
  friendships: 2_000,
  add: false,
  domain: "kampus.example",
  password: null,
};

let whole: TestKampus;
let broken: TestKampus;
beforeAll(async () => {
  [whole, broken] = [await startTestKampus(), await startTestKampus()];
  await seedDatabase(whole.db, asked);
});
afterAll(() => Promise.all([whole.close(), broken.close()]));

class Killed extends Error {}

/** Continues until `parts` more parts are done, or to the end; returns whether it finished. */
async function seedParts(parts: number, options = asked): Promise<boolean> {
  let shown = 0;
  const kill = ({ step, steps }: SeedProgress) => {
    shown += 1;
    if (shown > parts && step < steps.length) throw new Killed();
  };
  return seedDatabase(broken.db, options, kill).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Killed) return false;
      throw error;
    },
  );
}

/** Indexes and constraints, and which tables there are. */
async function schemaOf({ db }: TestKampus) {
  const { rows } = await sql`
    SELECT relname, (SELECT array_agg(pg_get_indexdef(indexrelid) ORDER BY indexrelid::regclass::text) FROM pg_index WHERE indrelid = pg_class.oid) AS indexes,
      (SELECT array_agg(conname || ' ' || pg_get_constraintdef(oid) ORDER BY conname) FROM pg_constraint WHERE conrelid = pg_class.oid) AS constraints
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`.execute(
    db,
  );
  return rows;
}

describe("an interrupted seeding", () => {
  it("continues part by part to exactly the same members and the same schema", async () => {
    const before = await schemaOf(broken);
    let runs = 1;
    while (!(await seedParts(1))) runs += 1;
    expect(runs).toBeGreaterThan(10);
    expect(isDeepStrictEqual(await seededRows(broken.db), await seededRows(whole.db))).toBe(true);
    expect(await schemaOf(broken)).toEqual(before);
    expect(await schemaOf(whole)).toEqual(before);
  });

  it("has ended once all parts are done: another run is refused, because there are members", async () => {
    await expect(seedParts(1)).rejects.toThrow(StartFault);
  });

  it("goes on only with the numbers with which it was begun", async () => {
    const added = { ...asked, members: 30, educations: 0, friendships: 0, add: true };
    expect(await seedParts(1, added)).toBe(false);
    await expect(seedParts(9, { ...added, members: 31 })).rejects.toMatchObject({
      lines: [
        expect.stringContaining("is unfinished"),
        "npm run seed -- --members 30 --educations 0 --friendships 0 --add",
      ],
    });
    expect(await seedParts(20, added)).toBe(true);
    const { users = [] } = await seededRows(broken.db);
    expect(users).toHaveLength(1_130);
  });

  it("is not continued by two processes at once", async () => {
    const added = { ...asked, members: 20, educations: 0, friendships: 20, add: true };
    expect(await seedParts(0, added)).toBe(false);
    const outcomes = await Promise.allSettled([seedParts(99, added), seedParts(99, added)]);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([
      { reason: { lines: [expect.stringContaining("Another process")] } },
    ]);
    const { users = [] } = await seededRows(broken.db);
    expect(users).toHaveLength(1_150);
  });
});
