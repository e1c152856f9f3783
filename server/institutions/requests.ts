/** Institutions that members ask the operator to add (D-SCHOOL-REQUEST). */
import { sql } from "kysely";
import type { NewInstitution } from "#lib/params/new-institution-schema.ts";
import { latinWords } from "#lib/members/spelling.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { type ExportPart, jsonList, rowsInOrder } from "#server/infra/export-file.ts";
import { checkReferences } from "#server/params/references.ts";

/** Stores one open request of a member for each institution, however often they send it. @throws {Failure} `invalid` */
export async function storeInstitutionRequest(
  db: Db,
  memberId: number,
  { name, ...place }: NewInstitution,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await checkReferences(trx, place);
    await trx
      .insertInto("institution_requests")
      .values({ member_id: memberId, ...place, name, name_key: latinWords(name).join(" ") })
      .onConflict((conflict) =>
        conflict
          .columns(["member_id", "establishment_id", "region_id", "name_key"])
          .where("closed_at", "is", null)
          .doNothing(),
      )
      .execute();
  });
}

export const requestStates = ["open", "accepted", "rejected", "all"] as const;

interface RequestPage {
  state: (typeof requestStates)[number];
  /** The last id of the page before. */
  after: number;
  limit: number;
}

export type InstitutionRequestRow = Awaited<ReturnType<typeof listInstitutionRequests>>[number];

/** Oldest request first. */
export function listInstitutionRequests(db: Db, { state, after, limit }: RequestPage) {
  return requestRows(db)
    .where("institution_requests.id", ">", after)
    .$if(state === "open", (query) => query.where("institution_requests.closed_at", "is", null))
    .$if(state === "accepted" || state === "rejected", (query) =>
      query.where("institution_requests.outcome", "=", state === "accepted" ? state : "rejected"),
    )
    .orderBy("institution_requests.id")
    .limit(limit)
    .execute();
}

/** Locks it until the transaction ends; undefined unless it is open. */
export const lockInstitutionRequest = (db: Db, id: number) =>
  requestRows(db)
    .where("institution_requests.id", "=", id)
    .where("institution_requests.closed_at", "is", null)
    .forUpdate("institution_requests")
    .executeTakeFirst();

const requestRows = (db: Db) =>
  db
    .selectFrom("institution_requests")
    .innerJoin("users", "users.id", "institution_requests.member_id")
    .innerJoin("establishments", "establishments.id", "institution_requests.establishment_id")
    .innerJoin("regions", "regions.id", "institution_requests.region_id")
    .select([
      "institution_requests.id",
      "institution_requests.created_at",
      "institution_requests.closed_at",
      "institution_requests.outcome",
      "institution_requests.reason",
      "institution_requests.object_id",
      "institution_requests.member_id",
      "institution_requests.establishment_id",
      "institution_requests.region_id",
      "institution_requests.name",
      "users.locale",
      nameIn(sql.ref("establishments.names"), "en").as("kind"),
      nameIn(sql.ref("regions.names"), "en").as("region"),
    ]);

interface Answer {
  outcome: "accepted" | "rejected";
  reason?: string;
  object_id?: number;
}

export async function closeInstitutionRequest(
  db: Db,
  id: number,
  { outcome, reason, object_id }: Answer,
): Promise<void> {
  await db
    .updateTable("institution_requests")
    .set({
      closed_at: sql<Date>`now()`,
      outcome,
      reason: reason ?? null,
      object_id: object_id ?? null,
    })
    .where("id", "=", id)
    .execute();
}

/** The recipient of the answer; undefined for a member who cannot be mailed any more. */
export const requesterOf = (db: Db, memberId: number) =>
  db
    .selectFrom("users")
    .select(["email", "name", "locale", "time_zone"])
    .where("id", "=", memberId)
    .where("verified_at", "is not", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** Lists the schools that a member made and the institutions that they asked for, for their archive. */
export const exportInstitutions = (db: Db): ExportPart =>
  async function* ({ id, locale }) {
    yield { name: "schools-made.json", content: jsonList(readMadeSchools(db, locale, id)) };
    yield { name: "institution-requests.json", content: jsonList(readRequests(db, id)) };
  };

const readMadeSchools = (db: Db, locale: string, userId: number) =>
  rowsInOrder(
    db
      .selectFrom("objects")
      .innerJoin("regions", "regions.id", "objects.region_id")
      .select(["objects.id", "objects.made_at"])
      .select(nameIn(sql.ref("objects.names"), locale).as("name"))
      .select(nameIn(sql.ref("regions.names"), locale).as("region"))
      .where("objects.author_id", "=", userId),
    "id",
    "objects.id",
  );

const readRequests = (db: Db, userId: number) =>
  rowsInOrder(
    db
      .selectFrom("institution_requests")
      .select(["id", "name", "created_at", "outcome", "reason", "closed_at"])
      .where("member_id", "=", userId),
    "id",
  );

/** A purged member's schools stay for their pupils, without their maker. */
export async function forgetInstitutions(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("institution_requests").where("member_id", "=", userId).execute();
  await trx
    .updateTable("objects")
    .set({ author_id: null })
    .where("author_id", "=", userId)
    .execute();
}
