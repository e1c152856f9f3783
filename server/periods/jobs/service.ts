import type { Job, JobInput } from "#lib/periods/jobs/schema.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import {
  countJobs,
  findJob,
  insertJob,
  lockJob,
  updateJob,
} from "#server/periods/jobs/repository.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import { checkPosition, checkReferences } from "#server/params/references.ts";

const jobsMax = 50;

interface Author {
  id: number;
  /** Of the names in the answer. */
  locale: string;
}

/** @throws {Failure} `invalid` for what cannot be chosen, and past the number that a member may have. */
export function addJob(db: Db, author: Author, input: JobInput): Promise<Job> {
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, author.id);
    if ((await countJobs(trx, author.id)) >= jobsMax)
      throw new Failure("invalid", { messageKey: "Errors.jobsFull" });
    await checkReferences(trx, referencesOf(input));
    await checkPosition(trx, input);
    return stored(trx, author, await insertJob(trx, author.id, input));
  });
}

/**
 * What it refers to already was once chosen rightly, and may stay whatever has become of it since.
 * @throws {Failure} `not_found`, `invalid` for what cannot be chosen.
 */
export function changeJob(db: Db, author: Author, id: number, input: JobInput): Promise<Job> {
  return db.transaction().execute(async (trx) => {
    const before = await lockJob(trx, author.id, id);
    if (!before) throw notFound();
    const after = referencesOf(input);
    await checkReferences(trx, after, before);
    const moves = Object.entries(after).some(
      ([field, chosen]) => before[field as keyof typeof before] !== chosen, // the keys of both
    );
    if (moves) await checkPosition(trx, input);
    await updateJob(trx, id, input);
    return stored(trx, author, id);
  });
}

const referencesOf = ({ sphere_id, position_id, region_id }: JobInput) => ({
  sphere_id,
  position_id,
  region_id,
});

async function stored(trx: Db, { id, locale }: Author, jobId: number): Promise<Job> {
  const job = await findJob(trx, locale, id, jobId);
  if (!job) throw new Error("a job that was just stored is not there");
  return job;
}
