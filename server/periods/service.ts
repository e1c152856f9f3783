import type { Named } from "#lib/params/schema.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import { checkReferences, type References } from "#server/params/references.ts";
import type { PeriodKind } from "#server/periods/period-kind.ts";
import { countPeriods } from "#server/periods/repository.ts";

/** A member may have this many educations, and as many jobs. */
const periodsMax = 50;

interface Author {
  id: number;
  /** Of the names in the answer. */
  locale: string;
}

/** @throws {Failure} `invalid` for what cannot be chosen, and past the number that a member may have. */
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
 * What the period refers to already was on offer when it was chosen, so it may stay even if it has been retired since.
 * @throws {Failure} `not_found`, `invalid` for what cannot be chosen.
 */
export function changePeriod<Period extends { id: number; region: Named }, Input>(
  db: Db,
  kind: PeriodKind<Period, Input>,
  author: Author,
  { id, input }: { id: number; input: Input },
): Promise<Period> {
  return db.transaction().execute(async (trx) => {
    const before = await kind.lock(trx, author.id, id);
    if (!before) throw notFound();
    const after = kind.referencesOf(input);
    await checkReferences(trx, after, before);
    if (differ(before, after)) await kind.checkTogether(trx, input);
    await kind.update(trx, id, input);
    return stored(trx, kind, author, id);
  });
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
