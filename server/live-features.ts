import type { Logger } from "pino";
import type { Persons } from "#server/auth/person.ts";
import { hasBlocked } from "#server/blocks/repository.ts";
import { createBlocks } from "#server/blocks/service.ts";
import type { Db } from "#server/db/database.ts";
import { countPendingRequests } from "#server/friends/lists.ts";
import { createFriendships } from "#server/friends/service.ts";
import { countUnread } from "#server/messenger/reading.ts";
import { createMessenger } from "#server/messenger/service.ts";
import { createPresence, type PresenceTimes } from "#server/presence/presence.ts";
import type { createRealtime } from "#server/realtime/realtime.ts";

interface Options {
  db: Db;
  persons: Persons;
  realtime: ReturnType<typeof createRealtime>;
  log: Logger;
  presenceTimes: PresenceTimes | undefined;
}

/** Friendships, blocks, the messenger and presence, which tell the devices of members what happens. */
export function createLiveFeatures({ db, persons, realtime, log, presenceTimes: times }: Options) {
  realtime.onConnect(async (userId, emit) => {
    const unread = await countUnread(db, [userId]);
    emit("all_new_messages_count", { all_new_messages_count: unread.get(userId) ?? 0 });
    emit("friendship", { pending: await countPendingRequests(db, userId) });
  });
  const presence = createPresence({
    db,
    log,
    tell: (userIds, event) => {
      realtime.tell(userIds, "presence", event);
    },
    ...(times && { times }),
  });
  realtime.watch(presence);
  const friendships = createFriendships({
    db,
    persons,
    hasBlocked,
    parting: presence.parting,
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
    beforeBlock: async (userId, otherId) => {
      const tellParted = await presence.parting(userId, otherId);
      return async (hasParted) => {
        await tellParted();
        // Who hears of a change where there was none would know of the block.
        if (hasParted) await friendships.tellBoth(userId, otherId);
      };
    },
  });
  return { blocks, friendships, messenger, presence };
}
