import { LRUCache } from "lru-cache";
import type { PreparedSend } from "#server/messenger/send/store-messages.ts";

type Send = Pick<PreparedSend, "author" | "input">;

/** Enough for some seconds of a busy node; a device recognises a repeated message by its `seq`. */
const rememberedMax = 20_000;

/**
 * The messages that this node has published, or is about to. A repeated message that is not among them may never have
 * been published: the node that stored it may have died before, or lost the database while it answered.
 */
export function createPublishedSends() {
  const keys = new LRUCache<string, true>({ max: rememberedMax });
  return {
    /** Notes that a message is published from here; returns whether it was not so before. */
    claim(send: Send): boolean {
      const key = repeatKey(send);
      if (keys.has(key)) return false;
      keys.set(key, true);
      return true;
    },
    /** Notes that it could not be published, so that sending it again publishes it. */
    release: (send: Send): boolean => keys.delete(repeatKey(send)),
  };
}

/** One message is stored of those with the same key. */
const repeatKey = ({ author, input }: Send) =>
  `${input.chat_id} ${author.id} ${input.client_id.toLowerCase()}`;
