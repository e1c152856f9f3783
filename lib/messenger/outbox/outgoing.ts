/** A message that is written and not yet stored by the server. */
import * as z from "zod/mini";
import { person } from "#lib/auth/schema.ts";
import { media, mediaKind } from "#lib/files/schema.ts";
import { chatKind, mention, quote } from "#lib/messenger/contract/schema.ts";

const blob = z.pipe(
  z.unknown().check(z.refine((value) => value instanceof Blob)),
  z.transform((value) => value as Blob), // `instanceof` was just checked
);

const outgoingAttachment = z.object({
  /** A UUID of this browser. */
  id: z.string(),
  file: blob,
  name: z.string(),
  mime: z.string(),
  kind: mediaKind,
  sizeBytes: z.number(),
  /** In pixels, of an image or a video, as far as they are known. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** The file as the server has stored it; null: it is not uploaded yet. */
  media: z.nullable(media),
  /** Why the server refuses it, in the member's language. */
  failure: z.nullable(z.string()),
});
/** A file that goes out with a message. Its upload progress is stored elsewhere, because it changes all the time. */
export type OutgoingAttachment = z.infer<typeof outgoingAttachment>;

const outgoingForward = z.object({
  chat_id: z.int(),
  seq: z.int(),
  /** The original author. */
  author: person,
  text: z.string(),
  attachments: z.readonly(z.array(media)),
});
/** A message of any chat that is forwarded, and the part that its bubble shows. */
export type OutgoingForward = z.infer<typeof outgoingForward>;

const outgoing = z.object({
  kind: chatKind,
  chatId: z.int(),
  clientId: z.string(),
  text: z.string(),
  mentions: z.readonly(z.array(mention)),
  /** The message that it answers; its `seq` goes out as `reply_to`. */
  reply: z.nullable(quote),
  forward: z.nullable(outgoingForward),
  attachments: z.readonly(z.array(outgoingAttachment)),
  createdAt: z.string(),
  state: z.enum(["pending", "failed"]),
  /** Why it was not sent, in the member's language. */
  failure: z.nullable(z.string()),
  /** Whether a retry may help: the network or the server was away. */
  transient: z.boolean(),
});
export type Outgoing = z.infer<typeof outgoing>;

/**
 * Returns the state to show. A message that only waits for the network or the server shows as pending, because it is
 * retried by itself.
 */
export const shownState = ({ state, transient }: Pick<Outgoing, "state" | "transient">) =>
  transient ? "pending" : state;

/** The parts of a message that the composer hands over. */
export type NewMessage = Pick<Outgoing, "kind" | "chatId" | "clientId" | "text" | "createdAt"> &
  Partial<Pick<Outgoing, "mentions" | "reply" | "forward" | "attachments">>;

/** A message with the state of its queue; times in ms. */
export const queued = z.extend(outgoing, {
  /** Messages of a chat are sent in this order. */
  position: z.number(),
  /** How often it failed in a row for lack of network or server, since any answer came. */
  attempts: z.int(),
  /** When the message is tried again. */
  retryAt: z.number(),
  /** The server asked not to be called before then. */
  notBefore: z.number(),
  /** When both were set; missing before the first failure. */
  failedAt: z.optional(z.number()),
});
export type Queued = z.infer<typeof queued>;

export interface SendFailure extends Pick<Outgoing, "failure" | "transient"> {
  /** The server asked to wait that long. */
  retryAfterMs?: number | undefined;
  /** The server refuses the attachments, which it deletes a day after their upload unless they are sent. */
  areFilesGone?: boolean;
}

/**
 * Whether a time that was set at the failure has come; also once the clock of the device was set back behind the failure,
 * since the message would wait for as long as the clock had been wrong.
 */
export function hasCome(atMs: number, { failedAt = 0 }: Pick<Queued, "failedAt">): boolean {
  const now = Date.now();
  return atMs <= now || now < failedAt;
}

/** Whether a message that waits for the network or the server may be retried now: not before the server's own delay. */
export const mayGo = (item: Queued) => item.transient && hasCome(item.notBefore, item);
