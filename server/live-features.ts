import type { Persons } from "#server/auth/person.ts";
import { hasBlocked } from "#server/blocks/repository.ts";
import { createBlocks } from "#server/blocks/service.ts";
import type { Db } from "#server/db/database.ts";
import { countPendingRequests } from "#server/friends/lists.ts";
import { createFriendships } from "#server/friends/service.ts";
import { countUnread } from "#server/messenger/reading.ts";
import { createMessenger } from "#server/messenger/service.ts";
import type { createRealtime } from "#server/realtime/realtime.ts";

/** Friendships and the messenger, which tell the devices of members what happens. */
export function createLiveFeatures(
  db: Db,
  persons: Persons,
  realtime: ReturnType<typeof createRealtime>,
) {
  realtime.onConnect(async (userId, emit) => {
    const unread = await countUnread(db, [userId]);
    emit("all_new_messages_count", { all_new_messages_count: unread.get(userId) ?? 0 });
    emit("friendship", { pending: await countPendingRequests(db, userId) });
  });
  const friendships = createFriendships({
    db,
    persons,
    hasBlocked,
    tell: (userId, event) => {
      realtime.tell(userId, "friendship", event);
    },
  });
  const messenger = createMessenger({
    db,
    persons,
    events: {
      message: (userIds, message) => {
        realtime.tell(userIds, "message", message);
      },
      chatRead: (userIds, event) => {
        realtime.tell(userIds, "chat_read", event);
      },
      unread: (userId, count) => {
        realtime.tell(userId, "all_new_messages_count", { all_new_messages_count: count });
      },
    },
  });
  const blocks = createBlocks({
    db,
    part: (trx, userId, otherId) => friendships.part(trx, userId, otherId),
    beforeBlock: (userId, otherId) => Promise.resolve(() => friendships.tellBoth(userId, otherId)),
  });
  return { blocks, friendships, messenger };
}
