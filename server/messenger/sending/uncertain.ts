/** Messages of which nobody knows whether they were stored: the connection went while the database was asked to. */
import { isDatabaseAway } from "#server/db/database.ts";
import type { Sending } from "#server/messenger/send/store-messages.ts";

/** Of two messages with the same one of them is stored. */
const repeatKey = ({ author, input }: Pick<Sending, "author" | "input">) =>
  `${input.chat_id} ${author.id} ${input.client_id.toLowerCase()}`;

/** The oldest are forgotten first: devices find them when they come back, or see the gap before the next message. */
const rememberedMax = 10_000;

export function createUncertain() {
  const keys = new Set<string>();
  return {
    /** Does what stores and tells the messages; where the database goes meanwhile, they may be stored and untold. */
    async noting<T>(batch: Sending[], work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        if (isDatabaseAway(error)) for (const sending of batch) keys.add(repeatKey(sending));
        for (const key of keys) {
          if (keys.size <= rememberedMax) break;
          keys.delete(key);
        }
        throw error;
      }
    },
    /** Whether a message that was stored before may be untold: once of each. */
    take: (sending: Pick<Sending, "author" | "input">): boolean => keys.delete(repeatKey(sending)),
  };
}
