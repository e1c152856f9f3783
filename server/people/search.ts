/**
 * Finds people in the index of people (migration 0007) in a time that how many match does not change: what many match
 * is met soon among the newest members, what few match is fetched whole by its tokens and put in order.
 */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { askedTokens, type PeopleFilter } from "#server/people/asked-tokens.ts";
import { type AskedTokens, hasTokens } from "#server/searchable.ts";
import { isUnblocked } from "#server/visibility.ts";

/** So many of the newest ids are walked through before the index of tokens is asked. */
const walked = 4_000;

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
  const below = search.after ?? (await newestId(db)) + 1;
  if (!asked) return idsOf(db, newestPeople(search, { below }));
  const from = below - walked;
  const near = await idsOf(db, newestPeople(search, { below, from, asked }));
  if (near.length >= search.limit || from <= 1) return near;
  const far = await idsOf(db, matchingPeople(search, { below: from, asked }));
  return [...near, ...far].slice(0, search.limit);
}

async function newestId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT user_id AS id FROM people ORDER BY user_id DESC LIMIT 1`.execute(db);
  return rows[0]?.id ?? 0;
}

async function idsOf(db: Db, people: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await people.execute(db)).rows.map(({ id }) => id);
}

/** Along the primary key, until the page is full. */
export const newestPeople = (
  search: PeopleSearch,
  { below, from = 0, asked }: { below: number; from?: number; asked?: AskedTokens },
) =>
  pageOf(
    search,
    sql`SELECT user_id AS id FROM people
      WHERE user_id < ${below} AND user_id >= ${from} ${asked ? sql`AND ${hasTokens(asked)}` : sql``}`,
  );

/** By the index of tokens: past OFFSET the planner does not see the order, for which it would walk through everybody. */
export const matchingPeople = (
  search: PeopleSearch,
  { below, asked }: { below: number; asked: AskedTokens },
) =>
  pageOf(
    search,
    sql`SELECT user_id AS id FROM people
      WHERE user_id < ${below} AND ${hasTokens(asked)} OFFSET 0`,
  );

const pageOf = ({ userId, limit }: PeopleSearch, people: RawBuilder<unknown>) => sql<{
  id: number;
}>`
  SELECT id FROM (${people}) AS users
  WHERE id <> ${userId} AND ${isUnblocked(userId)}
  ORDER BY id DESC
  LIMIT ${limit}`;
