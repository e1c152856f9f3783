import * as z from "zod/mini";
import { image, person } from "#lib/auth/schema.ts";
import {
  cursorText,
  dataOf,
  id,
  idMax,
  idText,
  messageWith,
  seekListOf,
  timestamp,
} from "#lib/http/schema.ts";
import { requiredText, text } from "#lib/validation/schema.ts";

export const messageLengthMax = 4000;

export const chatKind = z.enum(["private", "group"]);
export type ChatKind = z.infer<typeof chatKind>;

/** `seq` numbers the messages of a chat from 1 without gaps; order and catching up rest on it. */
export const message = z.object({
  chat_id: id,
  seq: id,
  client_id: z.guid(),
  author: person,
  text: z.string(),
  attachments: z.array(z.never()),
  reply_to: z.nullable(id),
  reactions: z.array(z.never()),
  created_at: timestamp,
  edited_at: z.nullable(timestamp),
  deleted_at: z.nullable(timestamp),
});
export type Message = z.infer<typeof message>;

export const chat = z.object({
  id,
  kind: chatKind,
  title: z.string(),
  image: z.nullable(image),
  peer: z.nullable(person),
  members_count: z.int(),
  last_message: z.nullable(message),
  unread: z.int(),
  last_seq: z.int(),
  last_read_seq: z.int(),
  muted: z.boolean(),
  draft: z.string(),
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

const seqText = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number)),
  z.int().check(z.lte(idMax)),
);

export const historyPageMax = 100;

/** At most one of `before`, `after` and `around` (seq); none: the newest. */
export const historyQuery = z
  .object({
    before: z.optional(seqText),
    after: z.optional(seqText),
    around: z.optional(seqText),
    limit: z._default(z.pipe(seqText, z.int().check(z.gte(1), z.lte(historyPageMax))), 50),
  })
  .check(
    z.refine(
      ({ before, after, around }) =>
        [before, after, around].filter((v) => v !== undefined).length <= 1,
    ),
  );
export type HistoryQuery = z.output<typeof historyQuery>;

/** Ascending by seq. `first_seq` and `last_seq` bound the chat's whole history, not the page. */
export const history = z.object({
  data: z.array(message),
  meta: z.object({ first_seq: z.int(), last_seq: z.int() }),
});
export type History = z.infer<typeof history>;

export const messageText = requiredText.check(
  z.refine((value) => [...value].length <= messageLengthMax, {
    error: "Messenger.textTooLong",
  }),
);

/** The same `client_id` again stores nothing and answers the message stored first. */
export const sendMessageInput = z.object({
  chat_id: id,
  client_id: z.guid("Site.invalid"),
  text: messageText,
  attachments: z.optional(z.array(id).check(z.maxLength(0, "Site.invalid"))),
  reply_to: z.nullish(id),
});
export type SendMessageInput = z.infer<typeof sendMessageInput>;

export const messageAnswer = dataOf(message);

export const readMessagesInput = z.object({
  seq: z
    .int({ error: "Site.invalid" })
    .check(z.gte(0, "Site.invalid"), z.lte(idMax, "Site.invalid")),
});

/** Where a member has read a chat to, and how many messages are left to them. */
export const readState = z.object({ last_read_seq: z.int(), unread: z.int() });
export const readAnswer = messageWith(readState);

export const newMessagesCount = z.object({ new_messages_count: z.int() });

/** Event `all_new_messages_count`: unread messages of all chats (absolute, specification §7). */
export const allNewMessagesCountEvent = z.object({ all_new_messages_count: z.int() });

/** Event `chat_read`, to the reader's own devices and to the other members of the chat. */
export const chatReadEvent = z.object({ chat_id: id, user_id: id, seq: z.int() });
export type ChatReadEvent = z.infer<typeof chatReadEvent>;
