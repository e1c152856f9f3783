/** All blocks of the member's home page in one answer (GET /home). */
import * as z from "zod/mini";
import { friendshipStatus, image, person } from "#lib/auth/schema.ts";
import { tie } from "#lib/auth/tie-schema.ts";
import { dataOf, id, timestamp } from "#lib/http/schema.ts";
import { myAnswer } from "#lib/members/class-event-schema.ts";
import { chatClass } from "#lib/members/class-key.ts";
import { lastMessage } from "#lib/members/last-message-schema.ts";

/** `refresh`: the page is open already and asks because something has changed, so that it is no visit (D-HOME). */
export const homeFilter = z.object({
  refresh: z.optional(z.enum(["0", "1"], { error: "Site.invalid" })),
});

const named = z.object({ id, name: z.string() });

/** A class as addresses and titles name it (D-CLASS). */
const classOfObject = z.object({
  object: named,
  key: z.string(),
  end: z.nullable(z.int()),
  start: z.nullable(z.int()),
});

/** A member who asks for a friendship, since when, and where the two studied. */
const homeRequest = z.extend(person, { created_at: timestamp, ties: z.array(tie) });
export type HomeRequest = z.infer<typeof homeRequest>;

/** A chat with unread messages, and one line of the last of them. */
const homeChat = z.object({
  id,
  kind: z.enum(["private", "group"]),
  title: z.string(),
  image: z.nullable(image),
  class: z.nullable(chatClass),
  peer: z.nullable(person),
  unread: z.int(),
  last_message: z.nullable(lastMessage),
});
export type HomeChat = z.infer<typeof homeChat>;

/** An event of a class, or a birthday, within the next days (`in_days` 0 is today). */
export const coming = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("event"),
    id,
    title: z.string(),
    place: z.string(),
    start: timestamp,
    time_zone: z.string(),
    going: z.int(),
    my_answer: myAnswer,
    object: named,
    key: z.string(),
    /**
     * Why an event that the member will attend is news: it was cancelled or changed; `soon`: it begins within a day.
     */
    news: z.nullable(z.enum(["cancelled", "changed", "soon"])),
  }),
  z.object({ kind: z.literal("birthday"), person, in_days: z.int() }),
]);
export type Coming = z.infer<typeof coming>;
export type ComingEvent = Extract<Coming, { kind: "event" }>;

/** Members who have entered a class of the reader since their last visit: a few faces, and the number of all. */
export const classNews = z.extend(classOfObject, { people: z.array(person), total: z.int() });
export type ClassNews = z.infer<typeof classNews>;

const homeSuggestion = z.extend(person, {
  status: friendshipStatus,
  reasons: z.array(tie),
});
export type HomeSuggestion = z.infer<typeof homeSuggestion>;

/** A class of the member that is not complete. `total` includes the member. */
const classToInvite = z.extend(classOfObject, { total: z.int() });
export type ClassToInvite = z.infer<typeof classToInvite>;

export const profileParts = ["images", "educations", "jobs", "friends"] as const;

export const home = z.object({
  requests: z.array(homeRequest),
  requests_total: z.int(),
  chats: z.array(homeChat),
  unread_total: z.int(),
  coming: z.array(coming),
  class_news: z.array(classNews),
  suggestions: z.array(homeSuggestion),
  invite: z.nullable(classToInvite),
  missing: z.array(z.enum(profileParts)),
});
export type Home = z.infer<typeof home>;

export const homeAnswer = dataOf(home);
