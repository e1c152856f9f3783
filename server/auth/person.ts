import { type RawBuilder, sql } from "kysely";
import type { Image, Person } from "#lib/auth/schema.ts";
import { imageFiles } from "#lib/browser/image-files.ts";
import type { Db } from "#server/db/database.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { isUnblocked, isVisible, type ProfileSection, type ReaderId } from "#server/visibility.ts";
import { translatorFor } from "#server/infra/translations.ts";

interface NameRow {
  surname: string;
  name: string;
  patronymic: string;
}

/** A main image as `mainImage` selects it. */
export interface MainImageRow {
  id: number;
  key: string;
  width: number;
  height: number;
  /** JSON turns the time into a string. */
  created_at: string;
}

export interface StoredPerson extends NameRow {
  id: number;
  main_image: MainImageRow | null;
  presence: PresenceRow | null;
}

interface PresenceRow {
  online: boolean;
  /** JSON turns the time into a string. */
  seen_at: string | null;
}

export const fullname = ({ surname, name, patronymic }: NameRow) =>
  `${surname} ${name} ${patronymic}`;

/** The main image of the member in the current row of `users`. */
export const mainImageText = `(
  SELECT json_build_object('id', images.id, 'key', images.storage_key, 'width', images.width,
    'height', images.height, 'created_at', images.created_at)
  FROM images WHERE images.id = users.main_image_id)`;

/**
 * Whether a device of the member in the current row of `users` is connected to a live process. For EXISTS the planner would
 * at times hash everybody who is online.
 */
export const isOnline = sql<boolean>`((
  SELECT true FROM present_members
  JOIN presence_nodes ON presence_nodes.id = present_members.node_id
  WHERE present_members.user_id = users.id AND presence_nodes.alive_until > now()
  LIMIT 1) IS NOT NULL)`;

/** Columns of `users` that make a Person for the reader. */
export const personColumns = (readerId: ReaderId) =>
  [
    "users.id",
    "users.surname",
    "users.name",
    "users.patronymic",
    sql.raw<MainImageRow | null>(mainImageText).as("main_image"),
    presenceFor(readerId).as("presence"),
  ] as const;

/** The presence in events for several recipients at once: none, because each may see something else. */
const presenceFor = (readerId: ReaderId): RawBuilder<PresenceRow | null> =>
  readerId === null
    ? sql`NULL::json`
    : sql`CASE WHEN ${isVisible("last_seen", readerId)}
        THEN json_build_object('online', ${isOnline}, 'seen_at', users.last_seen_at) END`;

const toPresence = (row: PresenceRow | null): Pick<Person, "online" | "last_seen_at"> => ({
  online: row?.online ?? false,
  last_seen_at: row?.seen_at ? new Date(row.seen_at).toISOString() : null,
});

export const toMainImage = (row: MainImageRow | null, fileUrl: FileUrl): Image | null =>
  row && {
    id: row.id,
    url: fileUrl(row.key, imageFiles.full),
    thumb_url: fileUrl(row.key, imageFiles.grid),
    width: row.width,
    height: row.height,
    is_main: true,
    created_at: new Date(row.created_at).toISOString(),
  };

/** Of a member only that they are gone, in the reader's language; without one, no name. */
export const asDeleted = (person: Person, locale: string | null): Person => ({
  ...person,
  fullname: locale === null ? "" : translatorFor(locale)("Site.deletedMember"),
  image: null,
  ...toPresence(null),
});

/** Reads members as others see them. */
export type Persons = ReturnType<typeof createPersons>;

export function createPersons(db: Db, fileUrl: FileUrl) {
  const toPerson = (row: StoredPerson): Person => ({
    id: row.id,
    fullname: fullname(row),
    image: toMainImage(row.main_image, fileUrl),
    ...toPresence(row.presence),
  });

  /** The author of something; of a deleted member only that fact, in the reader's language; without one, no name. */
  const toWriter = (
    { deleted_at, ...row }: StoredPerson & { deleted_at: Date | string | null },
    locale: string | null,
  ): Person => {
    const person = toPerson(row);
    return deleted_at === null ? person : asDeleted(person, locale);
  };

  return {
    toPerson,
    toWriter,

    /** A member whom others can meet. */
    async find(readerId: ReaderId, id: number): Promise<Person | undefined> {
      const row = await findableMembers(db, readerId)
        .select(personColumns(readerId))
        .where("users.id", "=", id)
        .executeTakeFirst();
      return row && toPerson(row);
    },

    /**
     * Authors and chat partners; of a deleted member only that fact, in the reader's language. Without a reader as
     * everybody sees them, for events with several recipients: a deleted member then has an empty name.
     */
    async findAll(
      reader: { id: number; locale: string } | null,
      ids: number[],
    ): Promise<Map<number, Person>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom("users")
        .select([...personColumns(reader?.id ?? null), "users.deleted_at"])
        .where("users.id", "in", ids)
        .execute();
      return new Map(rows.map((row) => [row.id, toWriter(row, reader?.locale ?? null)]));
    },
  };
}

/**
 * Members whom the reader can meet: they have confirmed their address, have an account, and no block stands between
 * them and the reader.
 */
export const findableMembers = (db: Db, readerId: ReaderId) =>
  db
    .selectFrom("users")
    .where("users.verified_at", "is not", null)
    .where("users.deleted_at", "is", null)
    .$if(readerId !== null, (query) => query.where(isUnblocked(readerId)));

/** Whether the reader may see a section of the profile of a member; undefined for a member whom they cannot meet. */
export async function showsSection(
  db: Db,
  readerId: ReaderId,
  id: number,
  section: ProfileSection,
): Promise<boolean | undefined> {
  const row = await findableMembers(db, readerId)
    .select(isVisible(section, readerId).as("shows"))
    .where("users.id", "=", id)
    .executeTakeFirst();
  return row?.shows;
}

/** Whether there is a verified member, who may have closed the account: it can be restored until it is purged. */
export async function accountExists(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("verified_at", "is not", null)
    .where("purged_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the reader can meet the member. */
export async function memberExists(db: Db, readerId: ReaderId, id: number): Promise<boolean> {
  const row = await findableMembers(db, readerId)
    .select("users.id")
    .where("users.id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
