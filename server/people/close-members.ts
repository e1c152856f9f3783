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
 * classes, then the newest of the others. Each costs 30 µs, and a page shows 30 members.
 */
const closeMax = 200;
/** This many of each class are tried whether they match, the first by name. */
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

/** Reads by the index of tokens, and the classes by name. `OFFSET 0` as in `pageOf` of server/people/search.ts. */
export const closeMembers = (
  readerId: number,
  tiers: SearchTokens[],
  own: OwnEducation[],
) => sql<PlaceInSearch>`
  SELECT DISTINCT found.id, ${tierOf(tiers)} AS tier, close.closeness
  FROM (
    SELECT id, tokens FROM (
      SELECT true AS of_class, member.user_id AS id, tokens FROM ${classesOf(own)}
      CROSS JOIN LATERAL (
        SELECT user_id FROM class_members
        WHERE class_members.object_id = class.object_id AND class_members.ended = class.ended
          AND class_members.began = class.began
        ORDER BY sort_name, user_id LIMIT ${ofClassMax}) AS member
      CROSS JOIN LATERAL (
        SELECT tokens FROM people
        WHERE people.user_id = member.user_id AND ${hasTokens(wantedOf(tiers))} OFFSET 0) AS matching
      UNION ALL
      (SELECT false, user_id + 0 AS id, tokens FROM people
        WHERE ${hasTokens(withYears(wantedOf(tiers), own))} ORDER BY id DESC LIMIT ${closeMax} OFFSET 0)
    ) AS either
    ORDER BY of_class DESC, id DESC LIMIT ${closeMax}) AS found
  JOIN users ON users.id = found.id
  CROSS JOIN LATERAL (
    SELECT max(${closenessOf("educations", own)}) AS closeness FROM educations
    WHERE educations.user_id = users.id
      AND educations.object_id = ANY (${own.map(({ objectId }) => objectId)}::int[])) AS close
  WHERE users.id <> ${readerId} AND close.closeness > ${closeness.others}
    AND ${isUnblocked(readerId)} AND ${isVisible("educations", readerId)}`;

/** The last tier contains all the others. */
const wantedOf = (tiers: SearchTokens[]): SearchTokens => tiers.at(-1) ?? { all: [], any: [] };

function classesOf(own: OwnEducation[]) {
  const classes = own.map((education) => storedClass(classOf(education)));
  return sql`unnest(
    ${own.map(({ objectId }) => objectId)}::int[], ${classes.map(({ ended }) => ended)}::int[],
    ${classes.map(({ began }) => began)}::int[]) AS class(object_id, ended, began)`;
}

/** Also at one of the reader's institutions in one of the reader's years there. */
const withYears = ({ all, any }: SearchTokens, own: OwnEducation[]): SearchTokens => ({
  all,
  any: [...any, own.flatMap(studyYearTokens)],
});
