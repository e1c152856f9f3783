import { type RawBuilder, sql } from "kysely";
import type { ReportInput } from "#lib/reports/schema.ts";
import type { Db } from "#server/db/database.ts";
import { type ExportPart, jsonList, pagesAfter } from "#server/infra/export-file.ts";
import type { ReportOutcome } from "#server/reports/tables.ts";

/** One open report of a member by another: reporting again says it in other words. */
export async function storeReport(
  db: Db,
  reporterId: number,
  { user_id, reason, text, event_id }: ReportInput,
): Promise<void> {
  const words = { reason, text: text ?? null, event_id: event_id ?? null };
  await db
    .insertInto("reports")
    .values({ reporter_id: reporterId, reported_id: user_id, ...words })
    .onConflict((conflict) =>
      conflict
        .columns(["reporter_id", "reported_id"])
        .where("closed_at", "is", null)
        .doUpdateSet(words),
    )
    .execute();
}

export type ReportRow = Awaited<ReturnType<typeof listReports>>[number];

const openAbout = sql<number>`(
  SELECT count(*)::int FROM reports AS open
  WHERE open.reported_id = reports.reported_id AND open.closed_at IS NULL)`;

const fullnameOf = (member: "reporter" | "reported"): RawBuilder<string> =>
  sql`concat_ws(' ', ${sql.ref(`${member}.surname`)}, ${sql.ref(`${member}.name`)}, ${sql.ref(`${member}.patronymic`)})`;

const eventTitle = sql<string | null>`(
  SELECT concat_ws(': ', title, nullif(text, '')) FROM class_events WHERE class_events.id = reports.event_id)`;

export const reportStates = ["open", "settled", "all"] as const;

interface ReportPage {
  state: (typeof reportStates)[number];
  /** The id that is passed. */
  after: number;
  limit: number;
}

/** Oldest first. */
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
    .innerJoin("users as reported", "reported.id", "reports.reported_id")
    .select([
      "reports.id",
      "reports.created_at",
      "reports.closed_at",
      "reports.outcome",
      "reports.reason",
      "reports.text",
      "reports.event_id",
      eventTitle.as("event"),
      "reports.reporter_id",
      "reports.reported_id",
      fullnameOf("reporter").as("reporter"),
      fullnameOf("reported").as("reported"),
      openAbout.as("open_about"),
    ]);

/** Answers those that were open. */
export function settleReports(db: Db, ids: number[], outcome: ReportOutcome) {
  return db
    .updateTable("reports")
    .set({ closed_at: sql<Date>`now()`, outcome })
    .where("id", "in", ids)
    .where("closed_at", "is", null)
    .returning(["id", "reported_id"])
    .execute();
}

const rowsPerPage = 500;

/** Lists the member's reports for their archive. */
export const exportReports = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "reports.json", content: jsonList(readReports(db, id)) };
  };

const readReports = (db: Db, userId: number) =>
  pagesAfter(
    (after) =>
      db
        .selectFrom("reports")
        .select(["id", "reported_id", "event_id", "reason", "text", "created_at"])
        .where("reporter_id", "=", userId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(rowsPerPage)
        .execute(),
    (row) => row.id,
  );

/** When an account is purged: about a member who is gone the operator has nothing left to decide. */
export async function forgetReports(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("reports")
    .where((eb) => eb.or([eb("reporter_id", "=", userId), eb("reported_id", "=", userId)]))
    .execute();
}
