import type { Education, EducationInput } from "#lib/periods/education/schema.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import {
  countEducations,
  findEducation,
  insertEducation,
  lockEducation,
  updateEducation,
} from "#server/periods/education/repository.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import { checkObject, checkReferences } from "#server/params/references.ts";

const educationsMax = 50;

interface Author {
  id: number;
  /** Of the names in the answer. */
  locale: string;
}

/** @throws {Failure} `invalid` for what cannot be chosen, and past the number that a member may have. */
export function addEducation(db: Db, author: Author, input: EducationInput): Promise<Education> {
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, author.id);
    if ((await countEducations(trx, author.id)) >= educationsMax)
      throw new Failure("invalid", { messageKey: "Errors.educationsFull" });
    await checkReferences(trx, referencesOf(input));
    await checkObject(trx, input);
    return stored(trx, author, await insertEducation(trx, author.id, input));
  });
}

/**
 * What it refers to already was once chosen rightly, and may stay whatever has become of it since.
 * @throws {Failure} `not_found`, `invalid` for what cannot be chosen.
 */
export function changeEducation(
  db: Db,
  author: Author,
  id: number,
  input: EducationInput,
): Promise<Education> {
  return db.transaction().execute(async (trx) => {
    const before = await lockEducation(trx, author.id, id);
    if (!before) throw notFound();
    const after = referencesOf(input);
    await checkReferences(trx, after, before);
    const moves = Object.entries(after).some(
      ([field, chosen]) => before[field as keyof typeof before] !== chosen, // the keys of both
    );
    if (moves) await checkObject(trx, input);
    await updateEducation(trx, id, input);
    return stored(trx, author, id);
  });
}

const referencesOf = ({ establishment_id, region_id, object_id }: EducationInput) => ({
  establishment_id,
  region_id,
  object_id,
});

async function stored(trx: Db, { id, locale }: Author, educationId: number): Promise<Education> {
  const education = await findEducation(trx, locale, id, educationId);
  if (!education) throw new Error("an education that was just stored is not there");
  return education;
}
