import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { hasTokens, type SearchTokens } from "#server/db/searchable.ts";
import { closeness, closenessOf, type OwnEducation } from "#server/people/closeness.ts";
import { readOwnStudies } from "#server/people/suggestions/own-periods.ts";
import { studyYearTokens, tierOf } from "#server/people/search-tokens.ts";
import { isUnblocked, isVisible } from "#server/visibility.ts";

/**
 * The position of a member: in a tier of the search, counted from 1, then by how close they are to the reader, then the
 * newest first.
 */
export interface PlaceInSearch {
  tier: number;
  closeness: number;
  id: number;
}

/**
 * Only this many of the members who match and studied with the reader are ranked by closeness, the newest of them. Each
 * costs 30 µs, and a page shows 30 members.
 */
const closeMax = 200;

/** Members in one of the tiers who studied together with the reader and show it to them. */
export async function findCloseMembers(
  db: Db,
  readerId: number,
  tiers: SearchTokens[],
): Promise<PlaceInSearch[]> {
  const own = await readOwnStudies(db, readerId);
  if (own.length === 0) return [];
  return (await closeMembers(readerId, tiers, own).execute(db)).rows;
}

/** Reads by the index of tokens. `OFFSET 0` as in `pageOf` of server/people/search.ts. */
export const closeMembers = (
  readerId: number,
  tiers: SearchTokens[],
  own: OwnEducation[],
) => sql<PlaceInSearch>`
  SELECT found.id, ${tierOf(tiers)} AS tier, close.closeness
  FROM (
    SELECT user_id + 0 AS id, tokens FROM people WHERE ${hasTokens(withYears(tiers.at(-1), own))}
    ORDER BY id DESC LIMIT ${closeMax} OFFSET 0) AS found
  JOIN users ON users.id = found.id
  CROSS JOIN LATERAL (
    SELECT max(${closenessOf("educations", own)}) AS closeness FROM educations
    WHERE educations.user_id = users.id
      AND educations.object_id = ANY (${own.map(({ objectId }) => objectId)}::int[])) AS close
  WHERE users.id <> ${readerId} AND close.closeness > ${closeness.others}
    AND ${isUnblocked(readerId)} AND ${isVisible("educations", readerId)}`;

/** Also at one of the reader's institutions in one of the reader's years there. */
const withYears = (
  { all, any }: SearchTokens = { all: [], any: [] },
  own: OwnEducation[],
): SearchTokens => ({ all, any: [...any, own.flatMap(studyYearTokens)] });
