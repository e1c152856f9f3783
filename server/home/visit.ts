/**
 * The first statement of the home page: it notes the visit, and reads what the other statements need
 * (docs/decisions.md, D-HOME).
 */
import { sql } from "kysely";
import { profileParts } from "#lib/home/schema.ts";
import { classKeyOf, classOf, type ClassYears } from "#lib/members/class-key.ts";
import { type AnswerPart, rowsColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { jsonPart } from "#server/infra/export-file.ts";
import { otherIsThere, sides } from "#server/members/friendships.ts";
import type { Reader } from "#server/plugins/session.ts";

/** A visit ends when the member has been away for this long. */
const awayMinutes = 30;

type ProfilePart = (typeof profileParts)[number];

export interface OwnClass extends ClassYears {
  object: { id: number; name: string };
  key: string;
}

interface Visit<Periods> {
  /** Everything after this moment is new to the member. */
  seenAt: Date;
  /** The latest class first. */
  classes: OwnClass[];
  /** Names of the institutions where the member studied. */
  names: Map<number, string>;
  periods: Periods;
  missing: ProfilePart[];
  /** The member's time zone; null when unknown. */
  timeZone: string | null;
}

interface VisitRow {
  seen_at: Date;
  studied: { id: number; name: string; start: number; end: number | null }[];
  periods: unknown;
  there: Record<ProfilePart, boolean>;
  time_zone: string | null;
}

/** Two visits at once count as one, whichever comes first. A refresh prolongs the visit, and leaves its news. */
export async function noteHomeVisit<Periods>(
  db: Db,
  reader: Reader,
  periods: AnswerPart<Periods>,
  isRefresh: boolean,
): Promise<Visit<Periods>> {
  const { rows } = await sql<VisitRow>`
    WITH visit AS (
      INSERT INTO home_visits AS before (user_id) VALUES (${reader.id})
      ON CONFLICT (user_id) DO UPDATE SET visited_at = now(), seen_at = CASE
        WHEN NOT ${isRefresh}::boolean AND before.visited_at < now() - make_interval(mins => ${awayMinutes})
          THEN before.visited_at
        ELSE before.seen_at END
      RETURNING seen_at)
    SELECT seen_at, ${ownEducations(db, reader)} AS studied, ${periods.column} AS periods, ${whatIsThere(reader.id)} AS there,
      (SELECT time_zone FROM users WHERE id = ${reader.id}) AS time_zone
    FROM visit`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a visit is one row");
  return {
    seenAt: row.seen_at,
    classes: distinctClasses(row.studied),
    names: new Map(row.studied.map(({ id, name }) => [id, name])),
    periods: periods.read(row.periods),
    timeZone: row.time_zone,
    missing: profileParts.filter((part) => !row.there[part]),
  };
}

const ownEducations = (db: Db, { id, locale }: Reader) =>
  rowsColumn(
    sql`${db
      .selectFrom("educations")
      .innerJoin("objects", "objects.id", "educations.object_id")
      .select([
        "objects.id",
        nameIn(sql.ref("objects.names"), locale).as("name"),
        "educations.start_year as start",
        "educations.end_year as end",
      ])
      .where("educations.user_id", "=", id)
      .orderBy("educations.end_year", (order) => order.desc().nullsFirst())
      .orderBy("educations.start_year", "desc")
      .orderBy("educations.id", "desc")}`,
  );

/** Whether the member has images, educations, jobs and friends, in the order in which a profile asks for them. */
const whatIsThere = (userId: number) => {
  const any = (table: "images" | "educations" | "jobs") =>
    sql`EXISTS (SELECT FROM ${sql.table(table)} WHERE user_id = ${userId})`;
  const befriended = sides.map(
    ({ mine, theirs }) => sql`EXISTS (
      SELECT FROM friendships WHERE ${mine} = ${userId} AND accepted_at IS NOT NULL AND ${otherIsThere(theirs)})`,
  );
  return sql`json_build_object('images', ${any("images")}, 'educations', ${any("educations")},
    'jobs', ${any("jobs")}, 'friends', ${sql.join(befriended, sql` OR `)})`;
};

function distinctClasses(educations: VisitRow["studied"]): OwnClass[] {
  const classes = educations.map(({ id, name, ...years }): OwnClass => {
    const left = classOf(years);
    return { object: { id, name }, key: classKeyOf(left), ...left };
  });
  const byName = new Map(classes.map((each) => [`${each.object.id} ${each.key}`, each]));
  return [...byName.values()];
}

export const exportVisit = (db: Db) => jsonPart("home-visit.json", ({ id }) => readVisit(db, id));

const readVisit = async (db: Db, userId: number) =>
  (await db
    .selectFrom("home_visits")
    .select(["seen_at", "visited_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst()) ?? null;

/** Deletes the visits of a purged account. */
export async function forgetVisit(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("home_visits").where("user_id", "=", userId).execute();
}
