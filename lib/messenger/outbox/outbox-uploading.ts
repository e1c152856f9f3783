import type { OutboxItems } from "#lib/messenger/outbox/outbox-items.ts";
import type { Outgoing, OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";

/** The view of a message that its uploads have, and how they change it. */
export interface UploadingCall {
  signal: AbortSignal;
  /** Also aborted when the file is removed from the message. */
  signalOf: (attachmentId: string) => AbortSignal;
  /** The message as it is now; null: it was removed. */
  message: () => Outgoing | null;
  /** Does nothing if the file was removed from the message meanwhile. */
  change: (attachmentId: string, changes: Partial<OutgoingAttachment>) => void;
}

/** `calls`: controllers by the UUID of the message or of the file, which abort when it is removed. */
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
