import { type Expression, type RawBuilder, sql } from "kysely";
import type { ReportInput, ReportSubject } from "#lib/reports/schema.ts";
import { defaultLocale } from "#lib/i18n/locales.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { listPart, rowsInOrder } from "#server/infra/export-file.ts";
import type { ReportOutcome } from "#server/reports/tables.ts";

/** What a report is about. `reportedId`: whose it is; null for a chat and an institution, which are nobody's. */
export interface ReportedThing {
  subject: ReportSubject;
  reportedId: number | null;
  event_id?: number | undefined;
  chat_id?: number | undefined;
  invitation_id?: number | undefined;
  object_id?: number | undefined;
}

/**
 * One open report of each chat, invitation and institution by each reporter, and one of a member and their events:
 * reporting again says it in other words. A report of the member after that of an event stays about the event: otherwise
 * the operator could no longer find it.
 */
export async function storeReport(
  db: Db,
  reporterId: number,
  thing: ReportedThing,
  { reason, text }: Pick<ReportInput, "reason" | "text">,
): Promise<void> {
  const { subject, reportedId, event_id, chat_id, invitation_id, object_id } = thing;
  const words = {
    subject,
    reason,
    text: text ?? null,
    content: contentOf(thing),
    event_id: event_id ?? null,
    invitation_id: invitation_id ?? null,
  };
  const whose = subject === "invitation" ? { inviter_id: reportedId } : { reported_id: reportedId };
  const about = {
    ...whose,
    chat_id: chat_id ?? null,
    owner_id: chat_id === undefined ? null : ownerOf(sql.val(chat_id)),
    object_id: object_id ?? null,
  };
  const column = columnsAbout[subject];
  await db
    .insertInto("reports")
    .values({ reporter_id: reporterId, ...about, ...words })
    .onConflict((conflict) => {
      const open = conflict.columns(["reporter_id", column]).where("closed_at", "is", null);
      // As the index has it (migration 0059), in which a build before has no rows.
      const present = column === "invitation_id" ? "inviter_id" : column;
      return (column === "reported_id" ? open : open.where(present, "is not", null)).doUpdateSet({
        ...words,
        subject: sql<ReportSubject>`CASE WHEN ${staysAboutEvent} THEN reports.subject ELSE excluded.subject END`,
        event_id: sql<number>`CASE WHEN ${staysAboutEvent} THEN reports.event_id ELSE excluded.event_id END`,
        content: firstContent,
      });
    })
    .execute();
}

/** What the thing says now: before the operator reads the report, its owner may write something else. */
function contentOf({ subject, reportedId, event_id, chat_id }: ReportedThing) {
  if (subject === "member")
    return sql<string>`(SELECT ${fullnameOf("users")} FROM users WHERE id = ${reportedId})`;
  if (subject === "event") return eventContent(sql.val(event_id));
  if (subject === "chat") return sql<string>`(SELECT title FROM chats WHERE id = ${chat_id})`;
  return null;
}

/** Whether the reporter has reported an event, and now its author without naming an event. */
const staysAboutEvent = sql<boolean>`(reports.subject = 'event' AND excluded.subject = 'member')`;

/** What the thing said at the first report: reported again, it may say something harmless by now. */
const firstContent = sql<string | null>`
  CASE WHEN ${staysAboutEvent} THEN reports.content
    WHEN reports.subject = excluded.subject AND reports.event_id IS NOT DISTINCT FROM excluded.event_id
    THEN coalesce(reports.content, excluded.content) ELSE excluded.content END`;

/** The column by which reports about the same thing are found. */
const columnsAbout = {
  member: "reported_id",
  event: "reported_id",
  invitation: "invitation_id",
  chat: "chat_id",
  institution: "object_id",
} as const satisfies Record<ReportSubject, string>;

export type ReportRow = Awaited<ReturnType<typeof listReports>>[number];

/** Whose the reported thing is; null for a chat and an institution. Reports by a build before have no `inviter_id`. */
const whoseId = sql<number | null>`coalesce(reports.inviter_id, reports.reported_id)`;

const openAbout = sql<number>`(
  SELECT count(*)::int FROM reports AS open
  WHERE open.closed_at IS NULL AND (open.reported_id = ${whoseId} OR open.inviter_id = ${whoseId}
    OR open.chat_id = reports.chat_id OR open.object_id = reports.object_id))`;

const fullnameOf = (
  member: "users" | "reporter" | "reported" | "owner" | "first_owner",
): RawBuilder<string> =>
  sql`concat_ws(' ', ${sql.ref(`${member}.surname`)}, ${sql.ref(`${member}.name`)}, ${sql.ref(`${member}.patronymic`)})`;

/** Who owns the group now; nobody does once everybody has left it. */
const ownerOf = (chatId: Expression<unknown>) => sql<number | null>`(
  SELECT user_id FROM chat_members WHERE chat_members.chat_id = ${chatId} AND role = 'owner')`;

/** The name that the operator reads: of the member, else of the chat or the institution. */
const aboutName = sql<string | null>`CASE reports.subject
  WHEN 'chat' THEN (SELECT title FROM chats WHERE chats.id = reports.chat_id)
  WHEN 'institution' THEN (
    SELECT ${nameIn(sql.ref("objects.names"), defaultLocale)} FROM objects WHERE objects.id = reports.object_id)
  ELSE ${fullnameOf("reported")} END`;

const aboutId = sql<number | null>`CASE reports.subject
  WHEN 'chat' THEN reports.chat_id WHEN 'institution' THEN reports.object_id ELSE ${whoseId} END`;

/** The link as the operator finds it: to what it leads, and how many came by it. */
const invitationText = sql<string | null>`(
  SELECT concat_ws(' ', kind, coalesce(chat_id, object_id)::text, class_key, study_group, 'uses:', uses)
  FROM invitations WHERE invitations.id = reports.invitation_id)`;

const eventContent = (id: Expression<unknown>) => sql<string | null>`(
  SELECT concat_ws(': ', title, nullif(text, ''), nullif(place, '')) FROM class_events WHERE class_events.id = ${id})`;

export const reportStates = ["open", "settled", "all"] as const;

interface ReportPage {
  state: (typeof reportStates)[number];
  /** The last id of the page before. */
  after: number;
  limit: number;
}

/** Oldest report first. */
export function listReports(db: Db, { state, after, limit }: ReportPage) {
  return reportRows(db)
    .where("reports.id", ">", after)
    .$if(state === "open", (query) => query.where("reports.closed_at", "is", null))
    .$if(state === "settled", (query) => query.where("reports.closed_at", "is not", null))
    .orderBy("reports.id")
    .limit(limit)
    .execute();
}

export const findReport = (db: Db, id: number): Promise<ReportRow | undefined> =>
  reportRows(db).where("reports.id", "=", id).executeTakeFirst();

const reportRows = (db: Db) =>
  db
    .selectFrom("reports")
    .innerJoin("users as reporter", "reporter.id", "reports.reporter_id")
    .leftJoin("users as reported", (join) => join.on("reported.id", "=", whoseId))
    .leftJoin("users as owner", (join) =>
      join.on("owner.id", "=", ownerOf(sql.ref("reports.chat_id"))),
    )
    .leftJoin("users as first_owner", (join) =>
      join.onRef("first_owner.id", "=", "reports.owner_id").on("first_owner.purged_at", "is", null),
    )
    .select([
      "reports.id",
      "reports.created_at",
      "reports.closed_at",
      "reports.outcome",
      "reports.reason",
      "reports.text",
      "reports.content",
      "reports.subject",
      "reports.event_id",
      eventContent(sql.ref("reports.event_id")).as("event"),
      "reports.invitation_id",
      invitationText.as("invitation"),
      "reports.reporter_id",
      "reports.reported_id",
      "owner.id as owner_id",
      fullnameOf("owner").as("owner"),
      "first_owner.id as first_owner_id",
      fullnameOf("first_owner").as("first_owner"),
      fullnameOf("reporter").as("reporter"),
      aboutId.as("about_id"),
      aboutName.as("about"),
      openAbout.as("open_about"),
    ]);

/** Settles the open ones of these reports, and returns them. */
export function settleReports(db: Db, ids: number[], outcome: ReportOutcome) {
  return db
    .updateTable("reports")
    .set({ closed_at: sql<Date>`now()`, outcome })
    .where("id", "in", ids)
    .where("closed_at", "is", null)
    .returning(["id", "subject", aboutId.as("about_id")])
    .execute();
}

/** Seconds since the oldest open report, 0 where there is none: ids are given in the order of reports. */
export async function askReportAgeS(db: Db): Promise<number> {
  const row = await db
    .selectFrom("reports")
    .select(sql<number>`extract(epoch FROM now() - created_at)::float8`.as("age_s"))
    .where("closed_at", "is", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.age_s ?? 0;
}

export const exportReports = (db: Db) => listPart("reports.json", ({ id }) => readReports(db, id));

/**
 * The link of an invitation shows only the name of its inviter (D-INVITE), so an archive must not reveal their id
 * because the invitation was reported: it has no `inviter_id`, in whose place a build before wrote `reported_id`.
 */
const reportedKnown = sql<
  number | null
>`CASE subject WHEN 'invitation' THEN NULL ELSE reported_id END`;

const readReports = (db: Db, userId: number) =>
  rowsInOrder(
    db
      .selectFrom("reports")
      .select(["id", "subject", "event_id", "chat_id", "invitation_id", "object_id"])
      .select(reportedKnown.as("reported_id"))
      .select(["reason", "text", "created_at"])
      .where("reporter_id", "=", userId),
    "id",
  );

/** When an account is purged: deletes its reports, because about a deleted member nothing is left to decide. */
export async function forgetReports(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("reports")
    .where((eb) =>
      eb.or([
        eb("reporter_id", "=", userId),
        eb("reported_id", "=", userId),
        eb("inviter_id", "=", userId),
      ]),
    )
    .execute();
}
