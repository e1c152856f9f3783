import type { Db } from "#server/db/database.ts";
import {
  findPresence,
  type PresenceChange,
  receivesLeaving,
  seesOnline,
} from "#server/presence/repository.ts";

/** Changes of who may see that a member is online. */
export function createReaderChanges(db: Db, publishChange: (change: PresenceChange) => void) {
  /** Publishes that the member has left just now. */
  const publishLeaving = (recipientIds: number[], userId: number) => {
    const event = { user_id: userId, online: false, last_seen_at: new Date().toISOString() };
    publishChange({ recipientIds, event });
  };

  return {
    /**
     * Called before a block, or before a friendship ends; the returned function publishes to the two afterwards. A
     * member who was published the other's arrival and may no longer see them is published that they left, as anybody
     * would be, so that the event does not reveal a block.
     */
    parting: async (one: number, other: number): Promise<() => Promise<void>> => {
      const pairs = [
        { readerId: one, userId: other },
        { readerId: other, userId: one },
      ];
      const received = await Promise.all(pairs.map((pair) => receivesLeaving(db, pair)));
      return async () => {
        const sees = await Promise.all(pairs.map((pair) => seesOnline(db, pair)));
        for (const [index, { readerId, userId }] of pairs.entries())
          if (received[index] && !sees[index]) publishLeaving([readerId], userId);
      };
    },

    /** Runs a change of who may see the member's presence, and publishes to the members for whom it changed. */
    around: async <T>(userId: number, change: () => Promise<T>): Promise<T> => {
      const before = await findPresence(db, userId);
      const result = await change();
      const after = await findPresence(db, userId);
      if (before && after && (before.event.online || after.event.online)) {
        publishLeaving(without(before.recipientIds, after.recipientIds), userId);
        publishChange({ ...after, recipientIds: without(after.recipientIds, before.recipientIds) });
      }
      return result;
    },
  };
}

const without = (ids: number[], others: number[]) => ids.filter((id) => !others.includes(id));
