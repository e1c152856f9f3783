/**
 * Finds people in the index of people (migration 0007) in a time that how many match does not change: what many match
 * is met soon among the newest members, what few match is fetched whole by its tokens and put in order.
 */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { askedTokens, type PeopleFilter } from "#server/people/asked-tokens.ts";
import { type AskedTokens, hasTokens } from "#server/searchable.ts";
import { isUnblocked } from "#server/visibility.ts";

/** So many of the newest members are tried. */
const tried = 1_000;
/** Where a few of them match, so many more are walked through: at the most 31 of 17,000 match if these are too few. */
const fewOfTried = 2;
const walked = 16_000;
/**
 * The newest need not be like the others: many have no profile yet. Where a few of a sample match, of every 200 members
 * one does: fetching these and all others by their tokens takes longer than to walk on.
 */
const fewOfSampled = 5;
const walkedOn = 64_000;

/** Above everybody's id. */
const idMax = 2 ** 31 - 1;

export interface PeopleSearch {
  userId: number;
  filter: PeopleFilter;
  /** Of the page before: everybody sought has a lower id. */
  after: number | null;
  limit: number;
}

/** Ids of members who match, other than the one who asks, the newest first. */
export async function findPeople(db: Db, search: PeopleSearch): Promise<number[]> {
  const asked = askedTokens(search.filter);
  if (asked?.any.some((tokens) => tokens.length === 0)) return [];
  if (!asked) return idsOf(db, newestPeople(search, { below: search.after ?? idMax }));

  const found: number[] = [];
  // From the last one found, not from the last one read: members who come and go meanwhile move no boundary.
  const below = () => found.at(-1) ?? search.after ?? idMax;
  const walk = async (rows: number) => {
    found.push(...(await idsOf(db, newestPeople(search, { below: below(), rows, asked }))));
    return found.length >= search.limit;
  };
  const isFull =
    (await walk(tried)) ||
    (found.length >= fewOfTried && (await walk(walked))) ||
    ((await sampled(db, asked)) >= fewOfSampled && (await walk(walkedOn)));
  if (!isFull) found.push(...(await idsOf(db, matchingPeople(search, { below: below(), asked }))));
  return found.slice(0, search.limit);
}

/** How many match of up to 1,024 members, read wherever they lie in the table: ids may be anything. */
async function sampled(db: Db, asked: AskedTokens): Promise<number> {
  const { rows } = await sampledPeople(asked).execute(db);
  return rows[0]?.count ?? 0;
}

/** The first 8 rows of 128 pages of the table. OFFSET as in `pageOf`. */
export const sampledPeople = (asked: AskedTokens) => sql<{ count: number }>`
  SELECT count(*)::integer AS count FROM (
    SELECT tokens FROM people WHERE ctid = ANY (ARRAY(
      SELECT format('(%s,%s)', page * pages / 128, item)::tid
      FROM (SELECT pg_relation_size('people') / current_setting('block_size')::integer AS pages) AS size,
        generate_series(0, 127) AS page, generate_series(1, 8) AS item))
    OFFSET 0) AS sample
  WHERE ${hasTokens(asked)}`;

async function idsOf(db: Db, people: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await people.execute(db)).rows.map(({ id }) => id);
}

/** Along the primary key, until the page is full or so many rows are read. */
export const newestPeople = (
  search: PeopleSearch,
  { below, rows, asked }: { below: number; rows?: number; asked?: AskedTokens },
) =>
  pageOf(search, sql`SELECT user_id AS id, tokens FROM people WHERE user_id < ${below}`, {
    rows,
    match: asked && hasTokens(asked),
  });

/** By the index of tokens, then in order; a sum is in no index, which the planner would walk through everybody. */
export const matchingPeople = (
  search: PeopleSearch,
  { below, asked }: { below: number; asked: AskedTokens },
) =>
  pageOf(
    search,
    sql`SELECT user_id + 0 AS id FROM people WHERE user_id + 0 < ${below} AND ${hasTokens(asked)}`,
  );

/** OFFSET keeps the conditions apart: those within choose the index, the others are for whom it finds, one by one. */
const pageOf = (
  { userId, limit }: PeopleSearch,
  people: RawBuilder<unknown>,
  { rows, match = sql<boolean>`true` }: { rows?: number; match?: RawBuilder<boolean> } = {},
) => sql<{ id: number }>`
  SELECT id FROM (${people} ORDER BY id DESC ${rows ? sql`LIMIT ${rows}` : sql``} OFFSET 0) AS users
  WHERE id <> ${userId} AND ${match} AND ${isUnblocked(userId)}
  ORDER BY id DESC
  LIMIT ${limit}`;
