/** The one chat of a class, and of each of its study groups (D-CLASS-CHAT). */
import { sql } from "kysely";
import { classKeyOf, type ClassYears } from "#lib/members/class-key.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField, notFound } from "#server/http/failure.ts";
import { isOfClass, storedClass } from "#server/members/class-members.ts";
import { type ChatSource, findChat } from "#server/messenger/chats/chats.ts";
import {
  lastMessageColumn,
  type LastMessageRow,
  toLastMessage,
} from "#server/messenger/chats/last-message.ts";
import { unreadOf } from "#server/messenger/receipts/read-messages.ts";
import type { Reader } from "#server/plugins/session.ts";
import { isKeptAway } from "#server/messenger/groups/removals.ts";
import { storedTitle, type TitledClass } from "#server/messenger/class-chats/class-title.ts";
import { insertNewcomer, memberIdsOf } from "#server/messenger/groups/membership.ts";
import { lockChat } from "#server/messenger/chats/lock-chat.ts";
import { replaceAbsentOwner } from "#server/messenger/groups/ownership.ts";
import { lockInstitutionId } from "#server/params/objects.ts";
import type { Publish } from "#server/realtime/realtime.ts";
import { isVisible } from "#server/visibility.ts";

export type ClassChats = ReturnType<typeof createClassChats>;

interface Options extends ChatSource {
  publish: Publish;
}

/** A class, or one study group in it. */
interface ClassChatPlace {
  objectId: number;
  years: ClassYears;
  group?: string | undefined;
}

interface EnterOptions {
  /** Whether the chat is made where there is none. */
  make: boolean;
  /** Called before the chat is made; if it throws, it is not. */
  countMaking: () => Promise<void>;
  /** Called before the reader joins an existing chat; if it throws, they do not join. */
  countJoin: (chatId: number) => Promise<void>;
}

export function createClassChats({ publish, ...source }: Options) {
  const { db } = source;
  return {
    /**
     * The chat, which the reader joins if they are not in it. @throws {Failure} `forbidden`: they are not in the class,
     * or were removed from the chat lately; `not_found`: there is none; `conflict`: it is full; `invalid`: nobody in the
     * class has that study group; what `countMaking` or `countJoin` throws.
     */
    async enter(reader: Reader, place: ClassChatPlace, options: EnterOptions): Promise<Chat> {
      const { chatId, entered } = await db
        .transaction()
        .execute((trx) => enterLocked(trx, reader.id, place, options));
      if (entered) publish(await memberIdsOf(db, chatId), "chat_changed", { chat_id: chatId });
      const chat = await findChat(source, reader, chatId, "group");
      if (!chat) throw notFound();
      return chat;
    },

    /**
     * The chats of a class and of its study groups, as a member may see them: by the key of the group, null for the
     * class. Who is in a chat is told what was said last and how much they have not read.
     */
    async findClassChats(reader: Reader, objectId: number, key: string) {
      const rows = await db
        .selectFrom("class_chats")
        .innerJoin("chats", "chats.id", "class_chats.chat_id")
        .leftJoin("chat_members as me", (join) =>
          join.onRef("me.chat_id", "=", "chats.id").on("me.user_id", "=", reader.id),
        )
        .select([
          "class_chats.study_group_key",
          "chats.id",
          sql<boolean>`me.user_id IS NOT NULL`.as("joined"),
          sql<number>`(SELECT count(*)::int FROM chat_members WHERE chat_id = chats.id)`.as(
            "members_count",
          ),
          unreadOf.as("unread"),
          sql<LastMessageRow | null>`${lastMessageColumn(db, reader)}`.as("last"),
        ])
        .where("object_id", "=", objectId)
        .where("class_key", "=", key)
        .execute();
      return new Map(
        rows.map(({ study_group_key, unread, last, ...chat }) => {
          const last_message = last && toLastMessage(source.persons, reader, last);
          return [study_group_key, chat.joined ? { ...chat, unread, last_message } : chat];
        }),
      );
    },
  };
}

interface Entered {
  chatId: number;
  /** Whether they have just joined it. */
  entered: boolean;
}

/** One call at a time for each class, so that two members who open its chat at the same moment share one. */
async function enterLocked(
  trx: Db,
  userId: number,
  given: ClassChatPlace,
  { make, countMaking, countJoin }: EnterOptions,
): Promise<Entered> {
  // Found under the lock: a merge that this waited for has moved the class to the other institution.
  const objectId = await lockInstitutionId(trx, given.objectId);
  if (objectId === undefined) throw notFound();
  const place = { ...given, objectId };
  const names = await institutionNames(trx, objectId);
  const key = keyOf(place);
  await lockClass(trx, key);
  const chat = await lockClassChat(trx, key);
  // Whoever is in the chat stays, also when they, or all who named its group, have gone from the class.
  const isIn = chat && (await memberIdsOf(trx, chat.id)).includes(userId);
  if (isIn) return { chatId: chat.id, entered: false };
  // Which groups there are is for the class alone.
  if (!(await isOfClass(trx, userId, place.objectId, place.years))) throw notOfClass();
  const study_group = await groupAsNamed(trx, userId, place);
  if (chat) {
    if (await isKeptAway(trx, chat.id, userId))
      throw new Failure("forbidden", { messageKey: "Errors.removedFromClassChat" });
    await countJoin(chat.id);
    await join(trx, chat, userId);
    return { chatId: chat.id, entered: true };
  }
  if (!make) throw notFound();
  await countMaking();
  const chatId = await makeClassChat(trx, userId, key, { study_group, names });
  return { chatId, entered: true };
}

const notOfClass = () => new Failure("forbidden", { messageKey: "Errors.notOfClass" });

/** Locks the names until the transaction ends. */
async function institutionNames(trx: Db, objectId: number) {
  const { names } = await trx
    .selectFrom("objects")
    .select("names")
    .where("id", "=", objectId)
    .forShare()
    .executeTakeFirstOrThrow();
  return names;
}

/**
 * The study group as somebody spells it who shows it to the reader, because the title of its chat tells it to others; null
 * where none is requested. @throws {Failure} `invalid`
 */
async function groupAsNamed(trx: Db, readerId: number, { objectId, years, group }: ClassChatPlace) {
  if (group === undefined) return null;
  const { ended, began } = storedClass(years);
  const key = studyGroupKey(group);
  const row = await trx
    .selectFrom("class_members")
    .innerJoin("users", "users.id", "class_members.user_id")
    .select("study_group as name")
    .where("object_id", "=", objectId)
    .where("ended", "=", ended)
    .where("began", "=", began)
    .where("study_group_key", "=", key)
    .where(isVisible("educations", readerId))
    .orderBy("sort_name")
    .orderBy("user_id")
    .limit(1)
    .executeTakeFirst();
  if (!row?.name) throw invalidField("group", "Site.invalid");
  return row.name;
}

interface ClassChatKey {
  object_id: number;
  class_key: string;
  study_group_key: string | null;
}

const keyOf = ({ objectId, years, group }: ClassChatPlace): ClassChatKey => ({
  object_id: objectId,
  class_key: classKeyOf(years),
  study_group_key: group === undefined ? null : studyGroupKey(group),
});

async function lockClass(trx: Db, { object_id, class_key }: ClassChatKey): Promise<void> {
  const lock = `class chat ${object_id} ${class_key}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
}

/** Also undefined when the last member left while the lock was awaited: the next one makes a new chat. */
async function lockClassChat(trx: Db, { object_id, class_key, study_group_key }: ClassChatKey) {
  const find = trx
    .selectFrom("class_chats")
    .innerJoin("chats", "chats.id", "class_chats.chat_id")
    .select(["chats.id", "chats.last_seq"])
    .where("object_id", "=", object_id)
    .where("class_key", "=", class_key)
    .where("study_group_key", "is not distinct from", study_group_key);
  const found = await find.executeTakeFirst();
  if (!found) return undefined;
  await lockChat(trx, found.id);
  return find.executeTakeFirst();
}

/** Returns the id of the new chat, whose owner is the member. */
async function makeClassChat(
  trx: Db,
  userId: number,
  key: ClassChatKey,
  { study_group, names }: Omit<TitledClass, "class_key">,
): Promise<number> {
  const { id } = await trx
    .insertInto("chats")
    .values({ kind: "group", ...storedTitle({ class_key: key.class_key, study_group, names }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("class_chats")
    .values({ ...key, chat_id: id, study_group })
    .execute();
  await trx
    .insertInto("chat_members")
    .values({ chat_id: id, user_id: userId, role: "owner", opened: true })
    .execute();
  return id;
}

/** The member sees later messages only. @throws {Failure} `conflict` when it is full */
async function join(trx: Db, chat: { id: number; last_seq: number }, userId: number) {
  const others = await memberIdsOf(trx, chat.id);
  await insertNewcomer(trx, chat, { userId, besides: others.length });
  await replaceAbsentOwner(trx, chat.id);
}
