import { LRUCache } from "lru-cache";
import type { LinkReader } from "#server/http/address-signing.ts";
import { sql } from "kysely";
import { isSuspended } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";

interface GivenRow {
  name: string;
  mime: string;
  bytes: string;
  in_profile: boolean;
  is_for_reader: boolean;
}

/** How long a permission to read a file is cached: a member who has left a chat loses its files after this time. */
const rememberedMs = 30_000;
const rememberedMax = 10_000;

/** A reader may read their own files, and those of messages that they see; not in an epoch that has ended. */
const readGivenRow = (db: Db, storageKey: string, { id, epoch }: LinkReader) =>
  sql<GivenRow>`
    SELECT name, mime, bytes, in_profile,
      EXISTS (
        SELECT FROM users LEFT JOIN link_epochs ON link_epochs.user_id = users.id
        WHERE users.id = ${id} AND coalesce(epoch, 0) = ${epoch} AND deleted_at IS NULL AND NOT ${isSuspended})
      AND (media.user_id = ${id} OR EXISTS (
        SELECT FROM message_attachments AS attached
        JOIN chat_members AS me ON me.chat_id = attached.chat_id AND me.user_id = ${id}
          AND me.joined_seq < attached.seq
        WHERE attached.media_id = media.id)) AS is_for_reader
    FROM media WHERE storage_key = ${storageKey}`.execute(db);

const nobody: LinkReader = { id: 0, epoch: 0 };

/**
 * Finds the file below a storage key, and whether it is open to everybody or, failing that, to `reader`; undefined: no
 * row claims the key.
 */
export function createFindGivenFile(db: Db) {
  const remembered = new LRUCache<string, ReturnType<typeof toGiven>>({
    max: rememberedMax,
    ttl: rememberedMs,
    perf: { now: () => performance.now() },
  });
  return async (storageKey: string, reader: LinkReader | undefined) => {
    const place = reader && `${storageKey} ${reader.id} ${reader.epoch}`;
    const known = place && remembered.get(place);
    if (known) return known;
    const [row] = (await readGivenRow(db, storageKey, reader ?? nobody)).rows;
    if (!row) return undefined;
    const given = toGiven(row);
    if (place && given.isForReader) remembered.set(place, given);
    return given;
  };
}

const toGiven = ({
  name,
  mime,
  bytes,
  in_profile: isOpen,
  is_for_reader: isForReader,
}: GivenRow) => ({ name, mime, bytes: Number(bytes), isOpen, isForReader });
