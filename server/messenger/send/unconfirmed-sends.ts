import { isDatabaseAway } from "#server/db/database.ts";
import type { PreparedSend } from "#server/messenger/send/store-messages.ts";

/**
 * Past this number the oldest are forgotten: devices fetch them when they come back, or see the gap before the next
 * message.
 */
const unconfirmedMax = 10_000;

/** Messages of which nobody knows whether they were stored: the database went away while they were being stored. */
export function createUnconfirmedSends() {
  const keys = new Set<string>();
  return {
    /** Runs what stores or publishes a batch. Where the database goes away meanwhile, its messages are unconfirmed. */
    async watching<T>(batch: PreparedSend[], work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        if (isDatabaseAway(error)) for (const sending of batch) keys.add(repeatKey(sending));
        for (const key of keys) {
          if (keys.size <= unconfirmedMax) break;
          keys.delete(key);
        }
        throw error;
      }
    },
    /** Whether a message that was stored before may be unpublished: true once for each. */
    take: (sending: Pick<PreparedSend, "author" | "input">): boolean =>
      keys.delete(repeatKey(sending)),
  };
}

/** Messages with the same key are stored once. */
const repeatKey = ({ author, input }: Pick<PreparedSend, "author" | "input">) =>
  `${input.chat_id} ${author.id} ${input.client_id.toLowerCase()}`;
