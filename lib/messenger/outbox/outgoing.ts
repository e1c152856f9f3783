/** A message that is written and not yet stored by the server. */
import type { Person } from "#lib/auth/schema.ts";
import type { Media, MediaKind } from "#lib/files/schema.ts";
import type { ChatKind, Mention, Quote } from "#lib/messenger/contract/schema.ts";

/** A file that goes out with a message. Its upload progress is stored elsewhere, because it changes all the time. */
export interface OutgoingAttachment {
  /** A UUID of this browser. */
  id: string;
  file: Blob;
  name: string;
  mime: string;
  kind: MediaKind;
  sizeBytes: number;
  /** In pixels, of an image or a video, as far as they are known. */
  width: number | null;
  height: number | null;
  /** The file as the server has stored it; null: it is not uploaded yet. */
  media: Media | null;
  /** Why the server refuses it, in the member's language. */
  failure: string | null;
  /** See lib/files/keeps-tags.ts. */
  keepsTags?: boolean;
}

/** A message of any chat that is forwarded, and the part that its bubble shows. */
export interface OutgoingForward {
  chat_id: number;
  seq: number;
  /** The original author. */
  author: Person;
  text: string;
  attachments: readonly Media[];
}

export interface Outgoing {
  kind: ChatKind;
  chatId: number;
  clientId: string;
  text: string;
  mentions: readonly Mention[];
  /** The message that it answers; its `seq` goes out as `reply_to`. */
  reply: Quote | null;
  forward: OutgoingForward | null;
  attachments: readonly OutgoingAttachment[];
  createdAt: string;
  state: "pending" | "failed";
  /** Why it was not sent, in the member's language. */
  failure: string | null;
  /** Whether a retry may help: the network or the server was away. */
  transient: boolean;
}

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
export interface Queued extends Outgoing {
  /** Messages of a chat are sent in this order. */
  position: number;
  /** How often it failed in a row for lack of network or server, since any answer came. */
  attempts: number;
  /** When the message is tried again. */
  retryAt: number;
  /** The server asked not to be called before then. */
  notBefore: number;
}

export interface SendFailure extends Pick<Outgoing, "failure" | "transient"> {
  /** The server asked to wait that long. */
  retryAfterMs?: number | undefined;
  /** The server refuses the attachments, which it deletes a day after their upload unless they are sent. */
  areFilesGone?: boolean;
}

/** Whether a message that waits for the network or the server may be retried now: not before the server's own delay. */
export const mayGo = ({ transient, notBefore }: Queued) => transient && notBefore <= Date.now();
