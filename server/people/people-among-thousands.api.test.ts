import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { PeopleList } from "#lib/people/schema.ts";
import { searchTokens } from "#server/people/search-tokens.ts";
import { closeMembers } from "#server/people/close-members.ts";
import {
  findPeople,
  matchingPeople,
  newestPeople,
  rankedPeople,
  type PeopleSearchRequest,
  sampledPeople,
} from "#server/people/search.ts";
import {
  insertThousands,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let me: SignedInMember;
beforeAll(async () => {
  me = await oneMember(kampus);
});

describe("among thousands of members", () => {
  const many = 9_000;
  beforeAll(async () => {
    await insertThousands(
      kampus,
      sql`
      INSERT INTO users (email, surname, name, patronymic, search_name, locale, password_hash, verified_at)
      SELECT 'many' || n || '@kampus.example', 'Много', 'Людей', 'Здесь',
        'mnogo q:много. qq:mnogo.' || CASE WHEN n % 1100 = 0 THEN ' nekto' WHEN n % 200 = 0 THEN ' redko' ELSE '' END,
        'ru', '-', now()
      FROM generate_series(1, ${many}::int) AS n`,
    );
    await sql`ANALYZE people`.execute(kampus.db);
  });

  // One match in 200 is found by reading the newest, one in 1,100 by the tokens.
  it.each(["redko", "nekto"])(
    "the pages of a search for %j hold everybody whom it finds once, wherever they are",
    async (word) => {
      const expected = await kampus.db
        .selectFrom("users")
        .select("id")
        .where("search_name", "like", `mnogo % ${word}`)
        .orderBy("id", "desc")
        .execute();
      const ids: number[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const query: Record<string, string> = { q: `${word} много`, ...(cursor && { cursor }) };
        const answer = await kampus.get("/api/ru/users", { token: me.token, query });
        const { data, meta } = answer.json<PeopleList>();
        ids.push(...data.map(({ id }) => id));
        cursor = meta.next;
      }
      expect(ids).toEqual(expected.map(({ id }) => id));
    },
  );

  it("no search reads the whole table of members row by row", async () => {
    const search = { userId: me.id, filter: { q: "redko" }, after: null, limit: 31, except: [] };
    const tiers = searchTokens(search.filter);
    const wanted = tiers?.at(-1);
    if (!tiers || !wanted) throw new Error("the search holds a name");
    const below = many;
    for (const query of [
      newestPeople(search, { below }),
      newestPeople(search, { below, rows: 1_000, match: wanted, earlier: tiers.slice(0, -1) }),
      sampledPeople(tiers),
      matchingPeople(search, { below, wanted, earlier: tiers.slice(0, -1) }),
      rankedPeople(search, tiers),
      closeMembers(me.id, tiers, [{ objectId: 1, start: 2010, end: 2014, groupKey: "11b" }]),
    ]) {
      const { rows } = await sql<Record<"QUERY PLAN", string>>`EXPLAIN ${query}`.execute(kampus.db);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toMatch(/people_(?:pkey|tokens)|Tid Scan on people/);
      expect(plan).not.toMatch(/Seq Scan on people/);
    }
  });

  describe("a search that many match", () => {
    const search = { filter: { q: "много" }, after: null, limit: 31 };
    /** The results, and whether all matches were fetched for them. */
    async function watched(wanted: Omit<PeopleSearchRequest, "userId">) {
      const statements: string[] = [];
      const db = kampus.db.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(JSON.stringify(node));
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const places = await findPeople(db, { ...wanted, userId: me.id });
      return {
        ids: places.map(({ id }) => id),
        all: statements.some((statement) => statement.includes("user_id + 0")),
      };
    }
    const newest = async (below: number) =>
      (
        await kampus.db
          .selectFrom("users")
          .select("id")
          .where("search_name", "like", "mnogo%")
          .where("id", "<", below)
          .orderBy("id", "desc")
          .limit(31)
          .execute()
      ).map(({ id }) => id);

    it("finds the newest without fetching all, even where thousands of ids before them are nobody's", async () => {
      const last = await newest(2 ** 31 - 1);
      await sql`SELECT setval('users_id_seq', nextval('users_id_seq') + 100000)`.execute(kampus.db);
      await oneMember(kampus);
      expect(await watched(search)).toEqual({ ids: last, all: false });
    });

    it("finds the newest without fetching all, even behind thousands who do not match", async () => {
      const last = await newest(2 ** 31 - 1);
      await insertThousands(
        kampus,
        sql`
        INSERT INTO users (email, surname, name, patronymic, search_name, locale, password_hash, verified_at)
        SELECT 'other' || n || '@kampus.example', 'Иной', 'Некий', 'Там', 'inoi', 'ru', '-', now()
        FROM generate_series(1, 2000) AS n`,
      );
      expect(await watched(search)).toEqual({ ids: last, all: false });
      const after = { tier: 1, closeness: 0, id: last.at(-1) ?? 0 };
      expect(await watched({ ...search, after })).toEqual({
        ids: await newest(after.id),
        all: false,
      });
    });
  });
});
