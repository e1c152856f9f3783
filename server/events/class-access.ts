/**
 * Who sees the events of a class: its members, and members of a chat of it whose education no longer matches
 * (D-CLASS-CHAT). Authors who left the class see only their own events, each until it is over. Nobody else sees any
 * (D-EVENTS).
 */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { isComing } from "#server/events/event-rows.ts";
import { keyOfEducation } from "#server/members/class-members.ts";
import { isUnblocked } from "#server/visibility.ts";

/** A class as addresses name it. */
export interface ClassPlace {
  objectId: number;
  /** The key as in addresses (lib/members/class-key.ts). */
  key: string;
}

/** Whether the member wrote the current event and it is not over, so that they see it also once they have left the class. */
const isOwnAndComing = (userId: number | RawBuilder<number>) =>
  sql<boolean>`(class_events.author_id = ${userId} AND ${isComing})`;

/** Columns `object_id` and `class_key` of each class of which a member may see events, if only their own. */
const classesOf = (userId: number) => sql`
  SELECT educations.object_id, ${keyOfEducation} AS class_key
  FROM educations WHERE educations.user_id = ${userId}
  UNION
  SELECT class_chats.object_id, class_chats.class_key
  FROM chat_members JOIN class_chats ON class_chats.chat_id = chat_members.chat_id
  WHERE chat_members.user_id = ${userId}
  UNION
  SELECT class_events.object_id, class_events.class_key
  FROM class_events WHERE ${isOwnAndComing(userId)}`;

interface ClassColumns {
  objectId: RawBuilder<number>;
  key: RawBuilder<string>;
}

const ofEvent: ClassColumns = {
  objectId: sql.ref("class_events.object_id"),
  key: sql.ref("class_events.class_key"),
};

const columnsOf = ({ objectId, key }: ClassPlace): ClassColumns => ({
  objectId: sql`${objectId}::int`,
  key: sql`${key}::text`,
});

const isOfClass = (
  userId: number | RawBuilder<number>,
  place: ClassColumns,
) => sql<boolean>`EXISTS (
  SELECT FROM educations
  WHERE educations.user_id = ${userId} AND educations.object_id = ${place.objectId}
    AND ${keyOfEducation} = ${place.key})`;

const isInChat = (userId: number | RawBuilder<number>, place: ClassColumns) => sql<boolean>`EXISTS (
  SELECT FROM class_chats JOIN chat_members ON chat_members.chat_id = class_chats.chat_id
  WHERE class_chats.object_id = ${place.objectId} AND class_chats.class_key = ${place.key}
    AND chat_members.user_id = ${userId})`;

/**
 * Whether the member is of the class and owns its chat. Owning the chat is not enough: somebody who joined the class
 * briefly could have created it. The chat of a study group gives no such right.
 */
const managesEvents = (userId: number, place: ClassColumns) => sql<boolean>`(EXISTS (
  SELECT FROM class_chats JOIN chat_members ON chat_members.chat_id = class_chats.chat_id
  WHERE class_chats.object_id = ${place.objectId} AND class_chats.class_key = ${place.key}
    AND class_chats.study_group_key IS NULL
    AND chat_members.user_id = ${userId} AND chat_members.role = 'owner')
  AND ${isOfClass(userId, place)})`;

/**
 * Whether the member, who may be a column, may see the event in the current row of `class_events`, regardless of
 * blocks.
 */
export const isOfEvent = (userId: number | RawBuilder<number>) => sql<boolean>`(
  ${isOwnAndComing(userId)} OR ${isOfClass(userId, ofEvent)} OR ${isInChat(userId, ofEvent)})`;

/** Whether the member may change the event in the current row. */
export const mayChange = (userId: number) =>
  sql<boolean>`(class_events.author_id = ${userId} OR ${managesEvents(userId, ofEvent)})`;

/**
 * Whether the reader sees the event in the current row of `class_events`, whose author is the current row of `users`. A
 * block between the two hides it, but not from whoever manages the events of the class: an author could shut them out.
 */
export const seesEvent = (readerId: number) => sql<boolean>`(
  ${isOfEvent(readerId)} AND (${isUnblocked(readerId)} OR ${managesEvents(readerId, ofEvent)}))`;

/** The joined row of `users` is the author. */
const eventsWithAuthors = (db: Db) =>
  db.selectFrom("class_events").innerJoin("users", "users.id", "class_events.author_id");

/** Selects the events that the reader finds in their classes. */
export const visibleEvents = (db: Db, readerId: number) =>
  eventsWithAuthors(db).where(seesEvent(readerId));

/**
 * Selects the events that come to the reader by themselves, at home and in their calendar: none across a block with the
 * author. They are read class by class, and not from all events that there are.
 */
export const eventsOfOwnClasses = (db: Db, readerId: number) =>
  eventsWithAuthors(db)
    .innerJoin(
      sql<{ object_id: number; class_key: string }>`(${classesOf(readerId)})`.as("own"),
      (join) =>
        join
          .onRef("own.object_id", "=", "class_events.object_id")
          .onRef("own.class_key", "=", "class_events.class_key"),
    )
    .where(isOfEvent(readerId))
    .where(isUnblocked(readerId));

/** Whether the member is the author of an event of the class that is not over: they can change and cancel it. */
const isAuthor = (userId: number, place: ClassColumns) => sql<boolean>`EXISTS (
  SELECT FROM class_events
  WHERE class_events.object_id = ${place.objectId} AND class_events.class_key = ${place.key}
    AND ${isOwnAndComing(userId)})`;

interface ClassAccess {
  /** Whether they may list the events of the class; an author who is of it no more finds there only their own. */
  seesEvents: boolean;
  isOfClass: boolean;
  /** Whether they may change and cancel events of others. */
  managesEvents: boolean;
}

export async function findClassAccess(
  db: Db,
  userId: number,
  place: ClassPlace,
): Promise<ClassAccess> {
  const columns = columnsOf(place);
  const isOf = isOfClass(userId, columns);
  return db
    .selectNoFrom([
      sql<boolean>`(${isOf} OR ${isInChat(userId, columns)} OR ${isAuthor(userId, columns)})`.as(
        "seesEvents",
      ),
      isOf.as("isOfClass"),
      managesEvents(userId, columns).as("managesEvents"),
    ])
    .executeTakeFirstOrThrow();
}
