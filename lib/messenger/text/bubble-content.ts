import type { Person } from "#lib/auth/schema.ts";
import type { Media } from "#lib/files/schema.ts";
import type { Mention, Quote } from "#lib/messenger/contract/schema.ts";
import type { Bubble } from "#lib/messenger/history/conversation-timeline.ts";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";

export interface BubbleContent {
  text: string;
  mentions: readonly Mention[];
  attachments: readonly Media[];
  /** Files of this browser that are being uploaded with the message. */
  outgoing: readonly OutgoingAttachment[];
  reply: Quote | null;
  forwardedFrom: Pick<Person, "id" | "fullname"> | null;
  edited: boolean;
  deleted: boolean;
}

const nothing: BubbleContent = {
  text: "",
  mentions: [],
  attachments: [],
  outgoing: [],
  reply: null,
  forwardedFrom: null,
  edited: false,
  deleted: false,
};

/** The content of a bubble, whether its message is stored or on its way. */
export function contentOf({ message, outgoing }: Pick<Bubble, "message" | "outgoing">) {
  if (message?.deleted_at != null) return { ...nothing, deleted: true };
  if (message) {
    const { text, mentions, attachments, reply, forwarded_from: forwardedFrom } = message;
    const edited = message.edited_at !== null;
    return { ...nothing, text, mentions, attachments, reply, forwardedFrom, edited };
  }
  if (!outgoing) return nothing;
  const { forward, text, mentions, reply } = outgoing;
  return {
    ...nothing,
    text: forward?.text ?? text,
    mentions: forward ? [] : mentions,
    attachments: forward?.attachments ?? [],
    outgoing: outgoing.attachments,
    reply,
    forwardedFrom: forward?.author ?? null,
  };
}
