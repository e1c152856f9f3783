import { type RawBuilder, sql } from "kysely";
import { readSchoolName } from "#lib/params/school-name.ts";
import type { Db } from "#server/db/database.ts";
import { regionsWithin } from "#server/params/regions.ts";
import { wholeName, wordsMatch } from "#server/db/searchable.ts";
import { notFound } from "#server/http/failure.ts";

interface ObjectsFilter {
  establishment_id?: number | undefined;
  region_id?: number | undefined;
  q?: string | undefined;
}

const searchWords = sql.ref("objects.search_words");

/**
 * Condition on `objects`: not retired, of a kind, in a region or below it, named by the words of `q`; of an ordinary
 * school some of them, or all, may name the place.
 */
export async function offeredObjects(
  db: Db,
  { establishment_id, region_id, q }: ObjectsFilter,
): Promise<RawBuilder<boolean>> {
  const conditions = [sql<boolean>`objects.retired_at IS NULL`];
  if (establishment_id) conditions.push(sql`objects.establishment_id = ${establishment_id}`);
  if (region_id)
    conditions.push(sql`objects.region_id IN (${sql.join(await regionsWithin(db, region_id))})`);
  const matches = wordsMatch(searchWords, q, { withPlaces: true });
  const key = schoolKeyIn(q);
  if (matches) conditions.push(key ? sql`(${matches} OR objects.school_key = ${key})` : matches);
  return sql`${sql.join(conditions, sql` AND `)}`;
}

/**
 * An expression: the id of an institution, of a merged one that of the other; NULL where there is none. Also of one that
 * was removed from the reference data, because members' educations refer to it.
 */
export const institutionId = (objectId: number): RawBuilder<number> =>
  sql`(SELECT coalesce(merged_into, id) FROM objects WHERE id = ${objectId})`;

/** As `institutionId`; undefined where there is none. */
export async function findInstitutionId(db: Db, objectId: number): Promise<number | undefined> {
  const { id } = await db
    .selectNoFrom(sql<number | null>`${institutionId(objectId)}`.as("id"))
    .executeTakeFirstOrThrow();
  return id ?? undefined;
}

/** As `findInstitutionId`. @throws {Failure} `not_found` */
export async function requireInstitutionId(db: Db, objectId: number): Promise<number> {
  const id = await findInstitutionId(db, objectId);
  if (id === undefined) throw notFound();
  return id;
}

/** As `findInstitutionId`, and nobody can merge it until the transaction ends. */
export async function lockInstitutionId(trx: Db, objectId: number): Promise<number | undefined> {
  for (let id = objectId; ;) {
    const row = await trx
      .selectFrom("objects")
      .select("merged_into")
      .where("id", "=", id)
      .forKeyShare()
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.merged_into === null) return id;
    id = row.merged_into;
  }
}

/**
 * The key of "110-сон мактаб": a school is found by its number however that is written. Null for words that may mean
 * something else.
 */
function schoolKeyIn(q: string | undefined): string | null {
  const read = readSchoolName(q ?? "");
  return read && (read.number ? read.isPlain : read.saysSchool) ? read.key : null;
}

/** The position of an institution in its list. */
interface ObjectPlace {
  /** The tier of a search; 0 without one. */
  tier: RawBuilder<number>;
  /** The sort expressions, which the index on names covers where nothing is searched. */
  order: RawBuilder<unknown>;
}

/**
 * For a query that joins `object_names`, `objects` and `establishments`: ordered by name in a language (D-SORT-KEY). Of
 * the matches of a search, exact ones come first: a whole name, an abbreviation or the school of that number. Those
 * follow whose own name has all words; then those of which the place has some, the school of that number first. Among
 * equals by the order of kinds, a university before branches and lyceums, and the shortest name first.
 */
export function objectPlace(q: string | undefined): ObjectPlace {
  const byName = sql`object_names.sort_key, object_names.object_id`;
  if (!q?.trim()) return { tier: sql<number>`0`, order: byName };
  const whole = ` ${wholeName(q)} `;
  const key = schoolKeyIn(q);
  const isWholeName = sql`strpos(' ' || objects.search_name || ' ', ${whole}) > 0`;
  const isNamed = wordsMatch(searchWords, q) ?? sql<boolean>`true`;
  const numbered = readSchoolName(q);
  const isOfNumber = numbered?.number
    ? sql`objects.school_key = ${numbered.key}`
    : sql<boolean>`false`;
  const tier = sql<number>`(
    CASE WHEN ${key ? sql`${isWholeName} OR objects.school_key = ${key}` : isWholeName} THEN 0
      WHEN ${isNamed} THEN 1000000 WHEN ${isOfNumber} THEN 2000000 ELSE 3000000 END
    + least(establishments.sort, 99) * 10000
    + least(char_length(object_names.name), 9999)
  )`;
  return { tier, order: sql`${tier}, ${byName}` };
}
