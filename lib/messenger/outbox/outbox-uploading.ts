import type { OutboxItems } from "#lib/messenger/outbox/outbox-items.ts";
import type { Outgoing, OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";

/** What the uploads of a message know of it, and how they change it. */
export interface UploadingCall {
  signal: AbortSignal;
  /** Also ends when the file is taken out of the message. */
  signalOf: (attachmentId: string) => AbortSignal;
  /** As it is now; null: it was thrown away. */
  message: () => Outgoing | null;
  /** Nothing, if the file was taken out of the message meanwhile. */
  change: (attachmentId: string, changes: Partial<OutgoingAttachment>) => void;
}

/** `calls`: by the UUID of the message or of the file, which end it when it is thrown away. */
export function uploadingCall(
  items: OutboxItems,
  calls: Map<string, AbortController>,
  { clientId }: Pick<Outgoing, "clientId">,
): UploadingCall {
  const signalOf = (id: string) => {
    const call = calls.get(id) ?? new AbortController();
    calls.set(id, call);
    return call.signal;
  };
  return {
    signal: signalOf(clientId),
    signalOf,
    message: () => items.find(clientId) ?? null,
    change: (attachmentId, changes) => {
      const item = items.find(clientId);
      if (!item) return;
      const change = (file: OutgoingAttachment) =>
        file.id === attachmentId ? { ...file, ...changes } : file;
      items.put({ ...item, attachments: item.attachments.map(change) });
    },
  };
}
