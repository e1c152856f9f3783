/** Whom a member has blocked: for their archive, and to be forgotten. */
import type { Persons } from "#server/auth/person.ts";
import { listBlocked } from "#server/blocks/repository.ts";
import type { Db } from "#server/db/database.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";

type Reader = Parameters<ExportPart>[0];

export const exportBlocks = (db: Db, persons: Persons): ExportPart =>
  async function* (reader) {
    yield { name: "blocked.json", content: jsonList(readBlocked(db, persons, reader)) };
  };

async function* readBlocked(db: Db, persons: Persons, reader: Reader) {
  let cursor: string | undefined;
  do {
    const page = await listBlocked(db, persons, reader, cursor);
    yield page.data.map(({ id, person, created_at }) => ({
      id,
      fullname: person.fullname,
      since: created_at,
    }));
    cursor = page.meta.next ?? undefined;
  } while (cursor !== undefined);
}

export async function forgetBlocks(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("blocks")
    .where((eb) => eb.or([eb("blocker_id", "=", userId), eb("blocked_id", "=", userId)]))
    .execute();
}
