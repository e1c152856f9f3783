/** The contract of the search over messages. */
import * as z from "zod/mini";
import { cursorText, idText } from "#lib/http/schema.ts";
import { chat, message } from "#lib/messenger/contract/schema.ts";
import { text } from "#lib/validation/schema.ts";

export const messageSearchFilter = z.object({
  q: text.check(z.maxLength(255)),
  chat_id: z.optional(idText),
  cursor: z.optional(cursorText),
});

/** Newest first; `chats` are those that the messages are in. */
export const messageSearch = z.object({
  data: z.array(message),
  meta: z.object({ next: z.nullable(z.string()), chats: z.array(chat) }),
});
export type MessageSearch = z.infer<typeof messageSearch>;
