import * as z from "zod/mini";
import { image, person } from "#lib/auth/schema.ts";
import { media, mediaKind } from "#lib/files/schema.ts";
import {
  clientId,
  cursorText,
  dataOf,
  id,
  idMax,
  idText,
  messageWith,
  seekListOf,
  timestamp,
} from "#lib/http/schema.ts";
import { chatClass } from "#lib/members/class-key.ts";
import { missingOrInvalid, requiredText, text } from "#lib/validation/schema.ts";

export const messageLengthMax = 4000;
export const attachmentsMax = 10;
const mentionsMax = 50;
export const groupTitleLengthMax = 100;
/** The limit includes the owner. */
export const groupMembersMax = 500;
export const pinnedChatsMax = 10;
/** The limit of the text that is quoted above a reply. */
export const quoteLengthMax = 200;

export const chatKind = z.enum(["private", "group"]);
export type ChatKind = z.infer<typeof chatKind>;

export const chatRole = z.enum(["owner", "admin", "member"]);
export type ChatRole = z.infer<typeof chatRole>;

/** `length` UTF-16 units of the text from `offset` on name the member `id`. */
export const mention = z.object({
  id,
  offset: z.int().check(z.gte(0)),
  length: z.int().check(z.gte(1)),
});
export type Mention = z.infer<typeof mention>;

/** The part of the answered message that a reply shows; `text` is its beginning. */
export const quote = z.object({
  seq: id,
  author: z.object({ id, fullname: z.string() }),
  text: z.string(),
  /** The kind of its first attachment. */
  attachment: z.nullable(mediaKind),
  deleted: z.boolean(),
});
export type Quote = z.infer<typeof quote>;

/** One emoji and all who chose it. */
export const reaction = z.object({ emoji: z.string(), count: z.int(), user_ids: z.array(id) });
export type Reaction = z.infer<typeof reaction>;

/**
 * `seq` numbers the messages of a chat from 1 without gaps; order and catching up rest on it. `change` numbers the
 * changes in the chat: an edit, a deletion, a reaction; 0: the message is as it was written. Of a deleted message only
 * author and time are left.
 */
export const message = z.object({
  chat_id: id,
  seq: id,
  client_id: z.guid(),
  author: person,
  text: z.string(),
  mentions: z.array(mention),
  attachments: z.array(media),
  reply_to: z.nullable(id),
  reply: z.nullable(quote),
  forwarded_from: z.nullable(person),
  reactions: z.array(reaction),
  change: z.int(),
  created_at: timestamp,
  edited_at: z.nullable(timestamp),
  deleted_at: z.nullable(timestamp),
});
export type Message = z.infer<typeof message>;

/**
 * Names the members in a message who have deleted their accounts. Events leave these names empty, because each
 * recipient reads in a language of their own.
 */
export function withDeletedNamed(shown: Message, name: string): Message {
  const named = <P extends { fullname: string }>(person: P): P =>
    person.fullname === "" ? { ...person, fullname: name } : person;
  const { author, reply, forwarded_from } = shown;
  return {
    ...shown,
    author: named(author),
    reply: reply && { ...reply, author: named(reply.author) },
    forwarded_from: forwarded_from && named(forwarded_from),
  };
}

/** Pushes are small, and screens show even less. */
export const noticeTextMax = 160;

/** The beginning of a message's text as a notice shows it, on one line. */
export function noticeTextOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const beginning = [...line].slice(0, noticeTextMax).join("");
  if (beginning.length === line.length) return line;
  return `${wholeGraphemes(line, beginning).trimEnd()}…`;
}

/**
 * Cuts at a grapheme boundary, so that no flag and no accented letter is split. A browser without `Intl.Segmenter` cuts
 * anywhere, and so does a line that is one grapheme.
 */
function wholeGraphemes(line: string, beginning: string): string {
  if (!("Segmenter" in Intl)) return beginning;
  const cut = new Intl.Segmenter().segment(line).containing(beginning.length);
  return line.slice(0, cut?.index) || beginning;
}

/**
 * `peers_read_seq`, `peers_delivered_seq`: how far the furthest of the other members has read and received the chat, of a
 * group without those across a block.
 */
export const chat = z.object({
  id,
  kind: chatKind,
  title: z.string(),
  image: z.nullable(image),
  /**
   * The class whose chat it is, or of whose study group; absent in chats that a browser cached before this field
   * existed.
   */
  class: z.optional(z.nullable(chatClass)),
  peer: z.nullable(person),
  members_count: z.int(),
  /** The role of the reader. */
  role: chatRole,
  last_message: z.nullable(message),
  unread: z.int(),
  last_seq: z.int(),
  last_read_seq: z.int(),
  last_change: z.int(),
  peers_read_seq: z.int(),
  peers_delivered_seq: z.int(),
  muted: z.boolean(),
  pinned: z.boolean(),
  draft: z.string(),
  /** Counts how often the draft was saved, by any device. */
  draft_version: z.int(),
  draft_mentions: z.optional(z.array(mention)),
  /** The last message of the chat when the draft was saved: a later message is newer than the draft. */
  draft_seq: z.optional(z.int()),
});
export type Chat = z.infer<typeof chat>;

export const chatListParams = z.object({ x: z.enum(["private", "group", "all"]) });
export const chatListQuery = z.object({
  q: z.optional(text.check(z.maxLength(255))),
  cursor: z.optional(cursorText),
});
export const chatList = seekListOf(chat);
export type ChatList = z.infer<typeof chatList>;

export const chatAnswer = dataOf(chat);
export const chatCreated = messageWith(chat);

export const chatParams = z.object({ x: chatKind, id: idText });

export const seqText = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number)),
  z.int().check(z.lte(idMax)),
);

export const historyPageMax = 100;

const anchors = ["before", "after", "around"] as const;

/** At most one of `before`, `after` and `around` (seq); none: the newest. */
export const historyQuery = z
  .object({
    before: z.optional(seqText),
    after: z.optional(seqText),
    around: z.optional(seqText),
    limit: z._default(z.pipe(seqText, z.int().check(z.gte(1), z.lte(historyPageMax))), 50),
  })
  .check(({ value, issues }) => {
    const [, second] = anchors.filter((anchor) => value[anchor] !== undefined);
    if (second)
      issues.push({ code: "custom", message: "Site.invalid", path: [second], input: value });
  });
export type HistoryQuery = z.output<typeof historyQuery>;

/**
 * Ascending by seq. `first_seq` and `last_seq` bound the chat's whole history, not the page; `last_change` is that of
 * the chat when the page was read.
 */
export const history = z.object({
  data: z.array(message),
  meta: z.object({ first_seq: z.int(), last_seq: z.int(), last_change: z.int() }),
});
export type History = z.infer<typeof history>;

/**
 * Messages that were changed after the change `after`, ascending by `change`: each once, in its current state. A page
 * shorter than its limit reaches `last_change`, that of the chat.
 */
export const changes = z.object({
  data: z.array(message),
  meta: z.object({ last_change: z.int() }),
});
export type Changes = z.infer<typeof changes>;

const notTooLong = z.refine<string>((value) => [...value].length <= messageLengthMax, {
  error: "Messenger.textTooLong",
});
export const messageText = requiredText.check(notTooLong);
/** A text that may be blank when the message has something else. */
export const writtenText = text.check(notTooLong);
export const mentions = z.nullish(z.array(mention).check(z.maxLength(mentionsMax, "Site.invalid")));

/**
 * A text, attachments or a forwarded message, which takes its text and its attachments along. The same `client_id`
 * again stores nothing and answers the message stored first.
 */
export const sendMessageInput = z
  .object({
    chat_id: id,
    client_id: clientId,
    text: z.nullish(writtenText),
    attachments: z.nullish(
      z.array(id).check(z.maxLength(attachmentsMax, "Messenger.tooManyAttachments")),
    ),
    reply_to: z.nullish(id),
    mentions,
    forward: z.nullish(z.object({ chat_id: id, seq: id })),
  })
  .check(
    z.refine(
      ({ text: written, attachments, forward }) =>
        requiredText.safeParse(written ?? "").success ||
        (attachments?.length ?? 0) > 0 ||
        forward != null,
      { path: ["text"], error: "Site.required" },
    ),
  );
export type SendMessageInput = z.infer<typeof sendMessageInput>;

export const messageAnswer = dataOf(message);

export const readMessagesInput = z.object({
  seq: z
    .int({ error: missingOrInvalid })
    .check(z.gte(0, "Site.invalid"), z.lte(idMax, "Site.invalid")),
});

/** How far a member has read a chat, and how many messages are left unread. */
const readState = z.object({ last_read_seq: z.int(), unread: z.int() });
export type ReadState = z.infer<typeof readState>;
export const readAnswer = messageWith(readState);

export const newMessagesCount = z.object({ new_messages_count: z.int() });

/** The muted chats; beside them the members whom the reader has blocked, whom a build before this one does not name. */
export const mutedChats = z.object({ data: z.array(id), blocked: z.optional(z.array(id)) });
