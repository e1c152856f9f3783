/**
 * Every event of the socket by its name. The payload's schema stands in the feature that it is about; the server publishes
 * and pages listen by the types below. Pages import types alone from here, since a page loads only the schemas that it needs.
 */
import * as z from "zod/mini";
import { classEventEvent } from "#lib/events/update-schema.ts";
import { acceptancesSeenEvent, friendshipEvent } from "#lib/friends/schema.ts";
import { noContent } from "#lib/http/schema.ts";
import {
  allNewMessagesCountEvent,
  chatChangedEvent,
  chatDeliveredEvent,
  chatReadEvent,
  draftEvent,
  typingEvent,
} from "#lib/messenger/contract/event-schema.ts";
import { deliveredFrame } from "#lib/messenger/contract/marks-schema.ts";
import { message } from "#lib/messenger/contract/schema.ts";
import { presenceEvent } from "#lib/presence/schema.ts";

/** What the server publishes to the devices of members. */
export const socketEvents = {
  /** The session has ended; the connection is closed after it. */
  session_ended: noContent,
  /** The server no longer knows which events the device has missed (D-RESYNC). */
  resync: noContent,
  presence: presenceEvent,
  friendship: friendshipEvent,
  acceptances_seen: acceptancesSeenEvent,
  class_event: classEventEvent,
  /** A message that was sent, in the form that the recipient may see. */
  message,
  /** A message that was edited, deleted or reacted to, as it is now. */
  message_changed: message,
  all_new_messages_count: allNewMessagesCountEvent,
  chat_changed: chatChangedEvent,
  chat_read: chatReadEvent,
  chat_delivered: chatDeliveredEvent,
  typing: typingEvent,
  draft: draftEvent,
};
export type SocketEventName = keyof typeof socketEvents;
export type SocketEvents = { [E in SocketEventName]: z.infer<(typeof socketEvents)[E]> };

/** What devices send to the server. */
export const socketFrames = { delivered: deliveredFrame };
export type SocketFrameName = keyof typeof socketFrames;
export type SocketFrames = { [F in SocketFrameName]: z.infer<(typeof socketFrames)[F]> };
