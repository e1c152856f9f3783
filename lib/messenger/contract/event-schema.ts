/** The payloads of the messenger's events; those of `message` and `message_changed` are messages. */
import * as z from "zod/mini";
import { id } from "#lib/http/schema.ts";
import { draftState } from "#lib/messenger/contract/marks-schema.ts";

/** Event `all_new_messages_count`: unread messages of all chats (absolute, S-REALTIME). */
export const allNewMessagesCountEvent = z.object({ all_new_messages_count: z.int() });

const readTo = { chat_id: id, user_id: id, seq: z.int() };

/**
 * Event `chat_read`, to the reader's own devices and to the other members of the chat. To a reader's own devices `seq` may
 * fall, after the chat was marked as unread; to others it only rises.
 */
export const chatReadEvent = z.object(readTo);
export type ChatReadEvent = z.infer<typeof chatReadEvent>;

/** Event `chat_delivered`, to the other members: a device of the member has received the chat up to `seq`. */
export const chatDeliveredEvent = z.object(readTo);
export type ChatDeliveredEvent = z.infer<typeof chatDeliveredEvent>;

/** Event `typing`, to the other members; it holds for a few seconds. */
export const typingEvent = z.object({ chat_id: id, user_id: id });
export type TypingEvent = z.infer<typeof typingEvent>;

/** Event `draft`, to the member's own devices. */
export const draftEvent = z.object({ chat_id: id, ...draftState.shape });
export type DraftEvent = z.infer<typeof draftEvent>;

/**
 * Event `chat_changed`: title, image, members, role, mute or pin changed; for a member who is no longer in it, the chat
 * is missing.
 */
export const chatChangedEvent = z.object({ chat_id: id });
