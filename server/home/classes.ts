/** The member's classes for the home page: the newcomers in each, and its size (D-HOME). */
import { sql } from "kysely";
import type { ClassNews, ClassToInvite } from "#lib/home/schema.ts";
import {
  findableMembers,
  personColumns,
  type Persons,
  type StoredPerson,
} from "#server/auth/person.ts";
import { type AnswerPart, rowsColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import type { OwnClass } from "#server/home/visit.ts";
import { uncountedFor } from "#server/members/class-members.ts";
import { endYear, openEnd } from "#server/members/study-years.ts";
import { isVisible } from "#server/visibility.ts";

const facesMax = 4;
/** Newcomers of at most this many classes are shown: of those that somebody entered last. */
const newsMax = 5;
/** At most this many newcomers of a class are counted. */
const newcomersMax = 100;
/** Reads more arrivals than it counts, because a member may have two educations of the class, or hide them. */
const arrivalsMax = 2 * newcomersMax;
/** A class with this many members counts as complete, and its member is not asked to invite others to it. */
const completeClass = 30;

interface ClassRow {
  place: number;
  people: StoredPerson[];
  newcomers: number;
  /** When the last of them came; JSON turns the time into a string. */
  last_at: string | null;
  members: number;
}

interface OfClasses {
  news: ClassNews[];
  invite: ClassToInvite | null;
}

interface Asked {
  readerId: number;
  classes: OwnClass[];
  seenAt: Date;
}

export function classesPart(
  db: Db,
  persons: Persons,
  { readerId, classes, seenAt }: Asked,
): AnswerPart<OfClasses> {
  const ofOwnClass = sql<boolean>`(educations.object_id = class.object_id AND ${endYear} = class.ended
    AND educations.start_year BETWEEN class.from_year AND class.to_year)`;
  // Read by the time of their arrival: of a class of thousands only the last are read, even if all of them are new.
  const arrivals = sql<{ user_id: number; created_at: Date }>`(
    SELECT educations.user_id, educations.created_at FROM educations
    WHERE ${ofOwnClass} AND educations.created_at > ${seenAt}
    ORDER BY educations.created_at DESC LIMIT ${arrivalsMax})`;
  const newcomers = findableMembers(db, readerId)
    .where(isVisible("educations", readerId))
    .innerJoin(arrivals.as("arrival"), "arrival.user_id", "users.id")
    .select(["users.id", sql<Date>`max(arrival.created_at)`.as("came_at")])
    .where("users.id", "<>", readerId)
    .groupBy("users.id")
    .orderBy("came_at", "desc")
    .orderBy("users.id", "desc")
    .limit(newcomersMax);
  const faces = sql`
    SELECT ${sql.join(personColumns(readerId).map((column) => (typeof column === "string" ? sql.ref(column) : sql`${column}`)))}
    FROM (SELECT * FROM newcomer ORDER BY came_at DESC, id DESC LIMIT ${facesMax}) AS face
    JOIN users ON users.id = face.id ORDER BY face.came_at DESC, face.id DESC`;
  // As the page of the class counts them.
  const uncounted = sql`(
    SELECT count(*) FROM ${uncountedFor(readerId)} AS uncounted JOIN class_members AS member USING (user_id)
    WHERE member.object_id = class.object_id AND member.ended = class.ended AND member.began = class.from_year)`;
  const ofClass = sql`
    SELECT class.place, news.people, news.newcomers, news.last_at, (size.total - ${uncounted})::int AS members
    FROM ${unnested(classes)}
    JOIN class_sizes AS size ON size.object_id = class.object_id AND size.ended = class.ended
      AND size.began = class.from_year AND size.study_group_key = ''
    CROSS JOIN LATERAL (
      WITH newcomer AS MATERIALIZED (${newcomers})
      SELECT ${rowsColumn(faces)} AS people, count(*)::int AS newcomers, max(came_at) AS last_at FROM newcomer) AS news
    ORDER BY class.place`;
  return {
    column: classes.length === 0 ? sql`'[]'::json` : rowsColumn(ofClass),
    read: (value) => {
      const rows = value as ClassRow[]; // the type of the column above
      const found = rows.flatMap(({ place, ...row }) => {
        const own = classes[place - 1];
        return own ? [{ own, ...row }] : [];
      });
      const incomplete = found.find(({ members }) => members < completeClass);
      return {
        news: found
          .flatMap(({ last_at, ...row }) => (last_at ? [{ ...row, at: Date.parse(last_at) }] : []))
          .sort((one, other) => other.at - one.at)
          .slice(0, newsMax)
          .map(({ own, people, newcomers: total }) => ({
            ...own,
            total,
            people: people.map((row) => persons.toPerson(row)),
          })),
        invite: incomplete ? { ...incomplete.own, total: incomplete.members } : null,
      };
    },
  };
}

/**
 * The ranges of the index by class, each with its place in the list. `ended` and `from_year` are besides the class as
 * `class_sizes` stores it (`storedClass`).
 */
const unnested = (classes: OwnClass[]) => sql`unnest(
  ${classes.map(({ object }) => object.id)}::int[], ${classes.map(({ end }) => end ?? openEnd)}::int[],
  ${classes.map(({ start }) => start ?? 0)}::int[], ${classes.map(({ start }) => start ?? openEnd)}::int[]
) WITH ORDINALITY AS class (object_id, ended, from_year, to_year, place)`;
