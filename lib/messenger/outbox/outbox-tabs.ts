/** What the tabs of one member tell each other of what is on its way, and which of them sends. */
import type { Queued } from "#lib/messenger/outbox/outgoing.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import type { UploadProgress } from "#lib/api/upload-transport.ts";

export type OutboxNews =
  | { type: "put"; item: Queued }
  | { type: "removed"; clientId: string }
  | { type: "sent"; message: Message }
  | { type: "progress"; attachmentId: string; progress: UploadProgress | null };

export interface OutboxTabs {
  /** Tells the other tabs. */
  tell: (news: OutboxNews) => void;
  /** Gives back how to stop. */
  listen: (hear: (news: OutboxNews) => void) => () => void;
  /** Runs while no other tab runs anything of that name. */
  exclusively: (name: string, run: () => Promise<void>) => Promise<void>;
}

export const onlyTab: OutboxTabs = {
  tell: () => undefined,
  listen: () => () => undefined,
  exclusively: (_name, run) => run(),
};

/** Without locks two tabs may send the same message: the server stores one of its `client_id`. */
export function tabsOf(memberId: number): OutboxTabs {
  if (typeof BroadcastChannel === "undefined") return onlyTab;
  const name = `kampus-outbox-${memberId}`;
  const channel = new BroadcastChannel(name);
  return {
    tell: (news) => {
      try {
        channel.postMessage(news);
      } catch {
        return; // a file that cannot be handed over: the other tab reads it from the store
      }
    },
    listen: (hear) => {
      // Only tabs of the same origin and version post here; one of an older page is harmless.
      const listener = ({ data }: MessageEvent<OutboxNews>) => hear(data);
      channel.addEventListener("message", listener);
      return () => channel.removeEventListener("message", listener);
    },
    exclusively: (what, run) =>
      "locks" in navigator
        ? navigator.locks.request(`${name}-${what}`, run).then(() => undefined)
        : run(),
  };
}
