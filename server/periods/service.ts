import { sql } from "kysely";
import type { Named } from "#lib/params/schema.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import { checkReferences, type References } from "#server/params/references.ts";
import type { PeriodKind } from "#server/periods/period-kind.ts";
import { countPeriods, isOf, type PeriodTable } from "#server/periods/repository.ts";

/** The limit of a member's educations, and of their jobs. */
const periodsMax = 50;

interface Author {
  id: number;
  /** The language of the names in the answer. */
  locale: string;
}

/** @throws {Failure} `invalid` for a choice that is not allowed, and past the limit of a member's periods. */
export function addPeriod<Period extends { id: number; region: Named }, Input>(
  db: Db,
  kind: PeriodKind<Period, Input>,
  author: Author,
  input: Input,
): Promise<Period> {
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, author.id);
    if ((await countPeriods(trx, kind.table, author.id)) >= periodsMax)
      throw new Failure("invalid", { messageKey: kind.texts.full });
    await checkReferences(trx, kind.referencesOf(input));
    await kind.checkTogether(trx, input);
    const { id } = await kind.insert(trx, author.id, input);
    return stored(trx, kind, author, id);
  });
}

/**
 * Rows that the period refers to already may stay, even if they have been retired since. @throws {Failure} `not_found`,
 * `invalid` for a choice that is not allowed.
 */
export function changePeriod<Period extends { id: number; region: Named }, Input>(
  db: Db,
  kind: PeriodKind<Period, Input>,
  author: Author,
  { id, input }: { id: number; input: Input },
): Promise<Period> {
  return db.transaction().execute(async (trx) => {
    // Members are locked before their periods, in the order of a merge of institutions (lockMerges).
    await lockMember(trx, author.id);
    const before = await kind.lock(trx, author.id, id);
    if (!before) throw notFound();
    const after = kind.referencesOf(input);
    await checkReferences(trx, after, before);
    if (differ(before, after)) await kind.checkTogether(trx, input);
    await kind.update(trx, id, input);
    return stored(trx, kind, author, id);
  });
}

/** False: the member has none such (any more). */
export function deletePeriod(
  db: Db,
  table: PeriodTable,
  userId: number,
  id: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    const result = await trx
      .deleteFrom(table)
      .where(isOf(table, userId, id))
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  });
}

/**
 * In the transaction of the operator's command (D-TAKEDOWN); returns the id of the member, undefined where there is no such
 * period. That of a closed account is deleted, too, since it would come back with it.
 */
export async function takeDownPeriod(
  trx: Db,
  table: PeriodTable,
  id: number,
): Promise<number | undefined> {
  // Members are locked before their periods, as in `changePeriod`.
  const { rows } = await sql<{ id: number }>`
    SELECT users.id FROM users JOIN ${sql.table(table)} AS period ON period.user_id = users.id
    WHERE period.id = ${id} FOR NO KEY UPDATE OF users`.execute(trx);
  const [member] = rows;
  if (!member) return undefined;
  const result = await trx
    .deleteFrom(table)
    .where(isOf(table, member.id, id))
    .executeTakeFirst();
  return result.numDeletedRows > 0n ? member.id : undefined;
}

const differ = (before: References, after: References) =>
  Object.entries(after).some(
    ([field, chosen]) => before[field as keyof References] !== chosen, // the keys of both
  );

async function stored<Period extends { id: number; region: Named }, Input>(
  trx: Db,
  kind: PeriodKind<Period, Input>,
  { id, locale }: Author,
  periodId: number,
): Promise<Period> {
  const [period] = await kind.read(trx, locale, id, periodId);
  if (!period) throw new Error(`a row of ${kind.table} that was just stored is not there`);
  return period;
}
