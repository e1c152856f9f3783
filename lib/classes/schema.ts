/** The contract of classes (D-CLASS, D-CLASS-CHAT). */
import * as z from "zod/mini";
import { friendshipStatus, person, personFace } from "#lib/auth/schema.ts";
import { cursorText, dataOf, id, seekListOf } from "#lib/http/schema.ts";
import { eventRights, shownEvent } from "#lib/members/class-event-schema.ts";
import { lastMessage } from "#lib/members/last-message-schema.ts";
import { optionalStudyGroup } from "#lib/members/study-group.ts";
import { named } from "#lib/params/schema.ts";
import { text } from "#lib/validation/schema.ts";

/** One of the two is null: `start` for members who still study there, `end` for those who have left. */
const years = { key: z.string(), end: z.nullable(z.int()), start: z.nullable(z.int()) };

/** `mine`: the reader belongs to the class. */
const classSummary = z.object({ ...years, total: z.int(), mine: z.boolean() });
export type ClassSummary = z.infer<typeof classSummary>;

/**
 * GET /objects/{id}/classes: classes that still study first, then newest first. `total`: members of the whole
 * institution.
 */
export const classesFilter = z.object({ cursor: z.optional(cursorText) });
export const classList = z.object({
  data: z.array(classSummary),
  meta: z.object({ next: z.nullable(z.string()), total: z.int() }),
});
export type ClassList = z.infer<typeof classList>;

/** The next event of a class, as its page shows it; `faces` as in the list of its events. */
const nextEvent = z.object({
  id,
  author: person,
  ...shownEvent,
  faces: z.optional(z.array(personFace)),
});
export type NextEvent = z.infer<typeof nextEvent>;

/** What was said last in a chat of a class, and who shows their face with it. */
const classChatMessage = z.extend(lastMessage, {
  author: personFace,
});

/**
 * `unread` and `last_message`: of a chat that the reader is in. Optional, because a server of the version before does not
 * send them.
 */
const classChat = z.object({
  id,
  joined: z.boolean(),
  members_count: z.int(),
  unread: z.optional(z.int()),
  last_message: z.optional(z.nullable(classChatMessage)),
});
export type ClassChat = z.infer<typeof classChat>;

/** GET /objects/{id}/classes/{key}: a class that no member belongs to yet is answered as an empty one. */
const classDetails = z.object({
  object: named,
  ...years,
  total: z.int(),
  /** How many of the roster are friends of the reader. */
  friends: z.int(),
  /** `chat`: that of the study group, as below; missing, because a server of the version before does not send it. */
  groups: z.array(
    z.object({ name: z.string(), total: z.int(), chat: z.optional(z.nullable(classChat)) }),
  ),
  /** The chat of the whole class; null until somebody opens it. */
  chat: z.nullable(classChat),
  mine: z.boolean(),
  next_event: z.nullable(nextEvent),
  /**
   * Whether the reader may list its events: also of the chat of a study group, or as the author of one that is not over.
   * Optional, because a server of the version before does not send it.
   */
  sees_events: z.optional(z.boolean()),
  /** Null where the reader may not list its events. Optional for the same reason. */
  event_rights: z.optional(z.nullable(eventRights)),
});
export type ClassDetails = z.infer<typeof classDetails>;
export const classAnswer = dataOf(classDetails);

/** `group` in any spelling; `q`: words of a name, each matched from its beginning. */
export const classMembersFilter = z.object({
  group: optionalStudyGroup,
  q: z.optional(text.check(z.maxLength(255))),
  cursor: z.optional(cursorText),
});

/** The reader is listed too, with the status "self". */
const classMember = z.extend(person, {
  status: friendshipStatus,
  group: z.nullable(z.string()),
});
export type ClassMember = z.infer<typeof classMember>;

/** GET /objects/{id}/classes/{key}/members: friends first, then the reader's own group, then by name. */
export const classMemberList = seekListOf(classMember);
export type ClassMemberList = z.infer<typeof classMemberList>;

/** The chat that POST /objects/{id}/classes/{key}/chat answers, as far as a page needs it to open it. */
export const openedClassChat = dataOf(z.object({ id }));
