import { sql } from "kysely";
import { classOf } from "#lib/members/class-key.ts";
import type { Db } from "#server/db/database.ts";
import { hasTokens, type SearchTokens } from "#server/db/searchable.ts";
import { storedClass } from "#server/members/class-members.ts";
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
 * Only this many of the members who match and studied with the reader are ranked by closeness: those of the reader's
 * study groups, then those of the classes, then the newest of the others. Each costs 30 µs, and a page shows 30 members.
 */
const closeMax = 200;
/** This many of each study group and of each class are tried whether they match, the first by name. */
const ofClassMax = 200;

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

/**
 * Reads by the index of tokens, and the study groups and classes by name. `OFFSET 0` as in `pageOf` of
 * server/people/search.ts. Each member is found once, with the greatest closeness by which they were found.
 */
export const closeMembers = (
  readerId: number,
  tiers: SearchTokens[],
  own: OwnEducation[],
) => sql<PlaceInSearch>`
  SELECT found.id, ${tierOf(tiers)} AS tier, close.closeness
  FROM (
    SELECT id, tokens FROM (
      SELECT DISTINCT ON (id) id, tokens, found_as FROM (
        SELECT mate.id, tokens, found_as FROM (
          SELECT user_id AS id, max(found_as) AS found_as FROM (${matesOf(own)}) AS mates GROUP BY user_id) AS mate
        CROSS JOIN LATERAL (
          SELECT tokens FROM people
          WHERE people.user_id = mate.id AND ${hasTokens(wantedOf(tiers))} OFFSET 0) AS matching
        UNION ALL
        (SELECT user_id + 0 AS id, tokens, ${sql.lit(closeness.others)} FROM people
          WHERE ${hasTokens(withYears(wantedOf(tiers), own))} ORDER BY id DESC LIMIT ${closeMax} OFFSET 0)
      ) AS either
      ORDER BY id, found_as DESC
    ) AS each
    ORDER BY found_as DESC, id DESC LIMIT ${closeMax}) AS found
  JOIN users ON users.id = found.id
  CROSS JOIN LATERAL (
    SELECT max(${closenessOf("educations", own)}) AS closeness FROM educations
    WHERE educations.user_id = users.id
      AND educations.object_id = ANY (${own.map(({ objectId }) => objectId)}::int[])) AS close
  WHERE users.id <> ${readerId} AND close.closeness > ${closeness.others}
    AND ${isUnblocked(readerId)} AND ${isVisible("educations", readerId)}`;

/** The last tier contains all the others. */
const wantedOf = (tiers: SearchTokens[]): SearchTokens => tiers.at(-1) ?? { all: [], any: [] };

/** Members of each of the reader's study groups, and of each of their classes. */
function matesOf(own: OwnEducation[]) {
  const classes = own.map((education) => storedClass(classOf(education)));
  const ownClasses = sql`unnest(
    ${own.map(({ objectId }) => objectId)}::int[], ${classes.map(({ ended }) => ended)}::int[],
    ${classes.map(({ began }) => began)}::int[], ${own.map(({ groupKey }) => groupKey)}::text[]
  ) AS own(object_id, ended, began, group_key)`;
  const ofClass = sql`class_members.object_id = class.object_id AND class_members.ended = class.ended
    AND class_members.began = class.began`;
  const firstByName = sql`ORDER BY sort_name, user_id LIMIT ${ofClassMax}`;
  return sql`
    SELECT user_id, ${sql.lit(closeness.group)} AS found_as
    FROM (SELECT DISTINCT * FROM ${ownClasses} WHERE group_key IS NOT NULL) AS class
    CROSS JOIN LATERAL (
      SELECT user_id FROM class_members
      WHERE ${ofClass} AND study_group_key = class.group_key ${firstByName}) AS member
    UNION ALL
    SELECT user_id, ${sql.lit(closeness.class)}
    FROM (SELECT DISTINCT object_id, ended, began FROM ${ownClasses}) AS class
    CROSS JOIN LATERAL (SELECT user_id FROM class_members WHERE ${ofClass} ${firstByName}) AS member`;
}

/** Also at one of the reader's institutions in one of the reader's years there. */
const withYears = ({ all, any }: SearchTokens, own: OwnEducation[]): SearchTokens => ({
  all,
  any: [...any, own.flatMap(studyYearTokens)],
});
