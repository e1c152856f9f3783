import { LRUCache } from "lru-cache";
import type { PreparedSend } from "#server/messenger/send/store-messages.ts";

type Send = Pick<PreparedSend, "author" | "input">;

/** Some seconds of a busy node; a device that receives a message again knows it by its `seq`. */
const rememberedMax = 20_000;

/**
 * The messages that this node has published, or is about to. One that is sent again and is not among them may never have been
 * published: the node that stored it was lost before, or the database was while it answered.
 */
export function createPublishedSends() {
  const keys = new LRUCache<string, true>({ max: rememberedMax });
  return {
    /** Notes that a message is published from here; answers whether it was not so before. */
    claim(send: Send): boolean {
      const key = repeatKey(send);
      if (keys.has(key)) return false;
      keys.set(key, true);
      return true;
    },
    /** It could not be published after all: whoever sends it again has it published. */
    release: (send: Send): boolean => keys.delete(repeatKey(send)),
  };
}

/** Of messages with the same key one is stored. */
const repeatKey = ({ author, input }: Send) =>
  `${input.chat_id} ${author.id} ${input.client_id.toLowerCase()}`;
