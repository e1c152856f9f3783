/** What the devices of members hear of their friendships. */
import type { FriendshipEvent } from "#lib/friends/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { countPendingRequests } from "#server/friends/lists.ts";
import { latest } from "#server/infra/coalesce.ts";

/** Counts are told newest last, however many changes come at once; of each acceptance the one who asked hears once. */
export function createFriendshipNews(
  db: Db,
  persons: Persons,
  tell: (userId: number, event: FriendshipEvent) => void,
) {
  /** By the member to be told: who has accepted since they were told last. */
  const acceptedBy = new Map<number, number[]>();

  const changed = latest<number>(async (userId) => {
    const ids = acceptedBy.get(userId) ?? [];
    acceptedBy.delete(userId);
    const [pending, ...found] = await Promise.all([
      countPendingRequests(db, userId),
      ...ids.map((id) => persons.find(userId, id)),
    ]);
    const friends = found.filter((friend) => friend !== undefined);
    if (friends.length === 0) tell(userId, { pending });
    for (const accepted of friends) tell(userId, { pending, accepted });
  });

  return {
    /** Tells how many requests wait for the member. */
    changed,

    /** Tells the one who asked, too, that `friendId` has accepted. */
    accepted(userId: number, friendId: number): Promise<void> {
      acceptedBy.set(userId, [...(acceptedBy.get(userId) ?? []), friendId]);
      return changed(userId);
    },
  };
}
