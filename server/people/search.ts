/**
 * Finds people in the index of people (migration 0007) in a time that does not depend on the number of matches:
 * frequent matches are found among the newest members, rare ones are fetched by their tokens and sorted.
 */
import { idMax } from "#lib/http/schema.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { findCloseMembers, type PlaceInSearch } from "#server/people/close-members.ts";
import { closeness } from "#server/people/closeness.ts";
import { searchTokens, tierOf, type PeopleFilter } from "#server/people/search-tokens.ts";
import { type SearchTokens, hasTokens } from "#server/db/searchable.ts";
import { isUnblocked } from "#server/visibility.ts";

/** Without a name in the search, this many of the newest members are tried. */
const tried = 1_000;
/**
 * If at least `fewOfTried` of the first `tried` members match, up to this many more are read in order. If the page is
 * still not full then, at most 31 of 17,000 matched.
 */
const fewOfTried = 2;
const walked = 16_000;
/**
 * The newest members may be unlike the others, because many have no profile yet, so a sample decides. If this many of
 * the sample match, at least one of 200 members does: reading on is then faster than fetching all of them by their
 * tokens.
 */
const fewOfSampled = 5;
const walkedOn = 64_000;

export interface PeopleSearchRequest {
  userId: number;
  filter: PeopleFilter;
  /** The last member of the page before. */
  after: PlaceInSearch | null;
  limit: number;
}

/**
 * Members who match, other than the reader, by tier: the likeliest first. Within a tier of a search for a name or at an
 * institution, those who studied together with the reader come first (D-CLASS), then the newest.
 */
export async function findPeople(db: Db, search: PeopleSearchRequest): Promise<PlaceInSearch[]> {
  const tiers = searchTokens(search.filter);
  if (tiers?.at(-1)?.any.some((tokens) => tokens.length === 0)) return [];
  const findClose = () =>
    (search.filter.q || search.filter.object_id) && tiers
      ? findCloseMembers(db, search.userId, tiers)
      : Promise.resolve([]);
  const findRest = (except: PlaceInSearch[]) =>
    findOthers(db, tiers, {
      ...search,
      after: search.after && afterAmongOthers(search.after),
      except: except.map(({ id }) => id),
    });
  const { after } = search;
  // Both queries run at once on the first page, because a close member whom the second finds too is on that page in any
  // case. On a later page such a member may have been on an earlier one, so they must be excluded.
  if (after === null) {
    const [close, others] = await Promise.all([findClose(), findRest([])]);
    const isClose = new Set(close.map(({ id }) => id));
    return [...close, ...others.filter(({ id }) => !isClose.has(id))]
      .toSorted(inOrder)
      .slice(0, search.limit);
  }
  const close = await findClose();
  return [...close.filter((place) => inOrder(place, after) > 0), ...(await findRest(close))]
    .toSorted(inOrder)
    .slice(0, search.limit);
}

const inOrder = (one: PlaceInSearch, other: PlaceInSearch) =>
  one.tier - other.tier || other.closeness - one.closeness || other.id - one.id;

/** Where the list of the others continues: in each tier they come after all who are close. */
const afterAmongOthers = (after: PlaceInSearch): PlaceInSearch =>
  after.closeness === closeness.others
    ? after
    : { tier: after.tier, closeness: closeness.others, id: idMax };

interface SearchAmongOthers extends PeopleSearchRequest {
  /** Members who are close, and ranked apart. */
  except: number[];
}

async function findOthers(
  db: Db,
  tiers: SearchTokens[] | null,
  search: SearchAmongOthers,
): Promise<PlaceInSearch[]> {
  if (!tiers)
    return inTier(1, await idsOf(db, newestPeople(search, { below: belowIn(search, 1) })));
  const [only] = tiers;
  if (only && tiers.length === 1) return inTier(1, await findAlike(db, search, only));

  const counts = await sampled(db, tiers);
  if (counts.reduce((sum, count) => sum + count, 0) < fewOfSampled)
    return (await rankedPeople(search, tiers).execute(db)).rows;
  const found: PlaceInSearch[] = [];
  for (let tier = search.after?.tier ?? 1; tier <= tiers.length; tier++) {
    const rest = { ...search, limit: search.limit - found.length };
    const isCommon = (counts[tier - 1] ?? 0) >= fewOfSampled;
    found.push(...inTier(tier, await findInTier(db, rest, { tiers, tier, isCommon })));
    if (found.length >= search.limit) break;
  }
  return found;
}

const inTier = (tier: number, ids: number[]): PlaceInSearch[] =>
  ids.map((id) => ({ tier, closeness: closeness.others, id }));

const belowIn = ({ after }: SearchAmongOthers, tier: number) =>
  after?.tier === tier ? after.id : idMax;

/** Members who match the only tier. */
async function findAlike(
  db: Db,
  search: SearchAmongOthers,
  wanted: SearchTokens,
): Promise<number[]> {
  const found: number[] = [];
  // Continues after the last one found rather than the last one read, because members who join or leave meanwhile do
  // not move that boundary.
  const below = () => found.at(-1) ?? belowIn(search, 1);
  const walk = async (rows: number) => {
    found.push(...(await idsOf(db, newestPeople(search, { below: below(), rows, match: wanted }))));
    return found.length >= search.limit;
  };
  const isFull =
    (await walk(tried)) ||
    (found.length >= fewOfTried && (await walk(walked))) ||
    (((await sampled(db, [wanted]))[0] ?? 0) >= fewOfSampled && (await walk(walkedOn)));
  if (!isFull) found.push(...(await idsOf(db, matchingPeople(search, { below: below(), wanted }))));
  return found.slice(0, search.limit);
}

interface Tier {
  tiers: SearchTokens[];
  tier: number;
  /** Whether some of the sample are in the tier. */
  isCommon: boolean;
}

/** Members who are in one tier and in none before it. */
async function findInTier(
  db: Db,
  search: SearchAmongOthers,
  { tiers, tier, isCommon }: Tier,
): Promise<number[]> {
  const wanted = tiers[tier - 1];
  if (!wanted) return [];
  const earlier = tiers.slice(0, tier - 1);
  const found: number[] = [];
  const below = () => found.at(-1) ?? belowIn(search, tier);
  if (isCommon) {
    const newest = { below: below(), rows: walkedOn, match: wanted, earlier };
    found.push(...(await idsOf(db, newestPeople(search, newest))));
  }
  if (found.length < search.limit)
    found.push(...(await idsOf(db, matchingPeople(search, { below: below(), wanted, earlier }))));
  return found.slice(0, search.limit);
}

/**
 * Counts, by tier, how many of up to 1,024 sampled members match. They are read from anywhere in the table, because ids
 * may have gaps.
 */
async function sampled(db: Db, tiers: SearchTokens[]): Promise<number[]> {
  const { rows } = await sampledPeople(tiers).execute(db);
  const counts = new Map(rows.map(({ tier, count }) => [tier, count]));
  return tiers.map((_tokens, index) => counts.get(index + 1) ?? 0);
}

/** Reads the first 8 rows of each of 128 pages of the table. `OFFSET 0` as in `pageOf`. */
export const sampledPeople = (tiers: SearchTokens[]) => sql<{ tier: number; count: number }>`
  SELECT tier, count(*)::integer AS count FROM (
    SELECT ${tierOf(tiers)} AS tier FROM (
      SELECT tokens FROM people WHERE ctid = ANY (ARRAY(
        SELECT format('(%s,%s)', page * pages / 128, item)::tid
        FROM (SELECT pg_relation_size('people') / current_setting('block_size')::integer AS pages) AS size,
          generate_series(0, 127) AS page, generate_series(1, 8) AS item))
      OFFSET 0) AS sample) AS sample
  WHERE tier IS NOT NULL
  GROUP BY tier`;

async function idsOf(db: Db, people: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await people.execute(db)).rows.map(({ id }) => id);
}

interface Sought {
  below: number;
  /** Members who match one of these are in an earlier tier. */
  earlier?: SearchTokens[];
}

/** Reads along the primary key until the page is full or `rows` rows are read. */
export const newestPeople = (
  search: SearchAmongOthers,
  { below, rows, match, earlier }: Sought & { rows?: number; match?: SearchTokens },
) =>
  pageOf(search, sql`SELECT user_id AS id, tokens FROM people WHERE user_id < ${below}`, {
    rows,
    match: match && hasTokens(match),
    earlier,
  });

/**
 * Reads by the index of tokens, then sorts. The sum `user_id + 0` stops the planner from walking the primary key
 * through every member.
 */
export const matchingPeople = (
  search: SearchAmongOthers,
  { below, wanted, earlier }: Sought & { wanted: SearchTokens },
) =>
  pageOf(
    search,
    sql`SELECT user_id + 0 AS id, tokens FROM people WHERE user_id + 0 < ${below} AND ${hasTokens(wanted)}`,
    { earlier },
  );

/** Returns all matches, for searches with few: read by the index of tokens, then sorted by tier. */
export const rankedPeople = (
  { userId, after, limit, except }: SearchAmongOthers,
  tiers: SearchTokens[],
) => sql<PlaceInSearch>`
  SELECT tier, ${closeness.others}::int AS closeness, id FROM (
    SELECT user_id + 0 AS id, ${tierOf(tiers)} AS tier FROM people
    WHERE ${hasTokens(tiers.at(-1) ?? { all: [], any: [] })}
    OFFSET 0) AS users
  WHERE id <> ${userId} AND (tier, -id) > (${after?.tier ?? 0}::int, ${-(after?.id ?? 0)}::int)
    AND ${isNone(except)} AND ${isUnblocked(userId)}
  ORDER BY tier, id DESC
  LIMIT ${limit}`;

const isNone = (ids: number[]) => sql<boolean>`id <> ALL (${ids}::integer[])`;

interface Conditions {
  rows?: number | undefined;
  match?: RawBuilder<boolean> | undefined;
  earlier?: SearchTokens[] | undefined;
}

/**
 * The inner conditions choose the index, and the outer ones filter its results one by one. `OFFSET 0` skips no row; it
 * keeps the planner from merging both.
 */
const pageOf = (
  { userId, limit, except }: SearchAmongOthers,
  people: RawBuilder<unknown>,
  { rows, match = sql<boolean>`true`, earlier = [] }: Conditions,
) => sql<{ id: number }>`
  SELECT id FROM (${people} ORDER BY id DESC ${rows ? sql`LIMIT ${rows}` : sql``} OFFSET 0) AS users
  WHERE id <> ${userId} AND ${match} AND ${isNone(except)} AND ${isUnblocked(userId)}
    ${earlier.length > 0 ? sql`AND (${tierOf(earlier)}) IS NULL` : sql``}
  ORDER BY id DESC
  LIMIT ${limit}`;
