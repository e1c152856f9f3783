/**
 * Finds people in the index of people (migration 0007) in a time that how many match does not change: what many match
 * is met soon among the newest members, what few match is fetched whole by its tokens and put in order.
 */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { askedTokens, type PeopleFilter } from "#server/people/asked-tokens.ts";
import { type AskedTokens, hasTokens } from "#server/searchable.ts";
import { isUnblocked } from "#server/visibility.ts";

/** So many of the newest ids are tried; if as good as nobody of them matches, few do among all. */
const tried = 1_000;
const fewOfTried = 2;
/** Else so many more are walked through: at the most 31 of 4,000 match then, and these are fetched in time. */
const walked = 16_000;

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
  const newest = search.after ?? (await newestId(db)) + 1;
  if (!asked) return idsOf(db, newestPeople(search, { below: newest }));

  const found: number[] = [];
  let below = newest;
  for (const ids of [tried, walked]) {
    found.push(...(await idsOf(db, newestPeople(search, { below, from: below - ids, asked }))));
    below -= ids;
    if (found.length >= search.limit || below <= 1) return found.slice(0, search.limit);
    if (found.length < fewOfTried) break;
  }
  found.push(...(await idsOf(db, matchingPeople(search, { below, asked }))));
  return found.slice(0, search.limit);
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
    sql`SELECT user_id AS id, tokens FROM people WHERE user_id < ${below} AND user_id >= ${from}`,
    asked && hasTokens(asked),
  );

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
  match = sql<boolean>`true`,
) => sql<{ id: number }>`
  SELECT id FROM (${people} ORDER BY id DESC OFFSET 0) AS users
  WHERE id <> ${userId} AND ${match} AND ${isUnblocked(userId)}
  ORDER BY id DESC
  LIMIT ${limit}`;
