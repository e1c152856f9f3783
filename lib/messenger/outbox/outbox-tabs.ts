/**
 * The posts that a member's tabs exchange about messages on their way, and the lock by which only one tab at a time
 * sends.
 */
import type { Queued } from "#lib/messenger/outbox/outgoing.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import type { UploadProgress } from "#lib/api/upload-transport.ts";

export type TabMessage =
  | { type: "put"; item: Queued }
  | { type: "removed"; clientId: string }
  | { type: "sent"; message: Message }
  | { type: "progress"; attachmentId: string; progress: UploadProgress | null };

export interface OutboxTabs {
  post: (message: TabMessage) => void;
  /** Returns a function that stops listening. */
  listen: (receive: (message: TabMessage) => void) => () => void;
  /** Runs while no other tab runs anything of that name. */
  exclusively: (name: string, run: () => Promise<void>) => Promise<void>;
}

export const onlyTab: OutboxTabs = {
  post: () => undefined,
  listen: () => () => undefined,
  exclusively: (_name, run) => run(),
};

/** In a browser without Web Locks two tabs may send the same message; the server stores it once, by its `client_id`. */
export function tabsOf(memberId: number): OutboxTabs {
  if (typeof BroadcastChannel === "undefined") return onlyTab;
  const name = `kampus-outbox-${memberId}`;
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => {
      try {
        channel.postMessage(message);
      } catch {
        return; // The file cannot be posted, so the other tab reads it from the store.
      }
    },
    listen: (receive) => {
      // Only tabs of the same origin and version post here; one of an older page is harmless.
      const listener = ({ data }: MessageEvent<TabMessage>) => receive(data);
      channel.addEventListener("message", listener);
      return () => channel.removeEventListener("message", listener);
    },
    exclusively: (what, run) =>
      "locks" in navigator
        ? navigator.locks.request(`${name}-${what}`, run).then(() => undefined)
        : run(),
  };
}
