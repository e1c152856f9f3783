/** Lists of institutions for the operator. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { wordsMatch } from "#server/db/searchable.ts";

export interface OperatorFilter {
  madeByMembers: boolean;
  q?: string | undefined;
  /** The last id of the page before. */
  after: number;
  limit: number;
}

/** Institutions by id, retired ones included. */
export async function listForOperator(db: Db, { madeByMembers, q, after, limit }: OperatorFilter) {
  const words = wordsMatch(sql.ref("objects.search_words"), q);
  let query = db
    .selectFrom("objects")
    .innerJoin("establishments", "establishments.id", "objects.establishment_id")
    .innerJoin("regions", "regions.id", "objects.region_id")
    .select(["objects.id", "objects.names", "objects.source", "objects.author_id"])
    .select(["objects.made_at", "objects.retired_at", "objects.merged_into"])
    .select([
      nameIn(sql.ref("establishments.names"), "en").as("kind"),
      nameIn(sql.ref("regions.names"), "en").as("region"),
      sql<number>`(
        SELECT count(*)::int FROM (
          SELECT FROM educations WHERE object_id = objects.id LIMIT ${countedMax}
        ) AS counted)`.as("educations"),
    ])
    .where("objects.id", ">", after)
    .orderBy("objects.id")
    .limit(limit);
  if (madeByMembers) query = query.where("objects.source", "=", "members");
  if (words) query = query.where(words);
  return query.execute();
}

/** At most so many educations of one institution are counted. */
export const countedMax = 1_000;
