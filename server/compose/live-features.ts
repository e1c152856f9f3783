import type { Logger } from "pino";
import { deliveredFrame } from "#lib/messenger/contract/marks-schema.ts";
import type { Persons } from "#server/auth/person.ts";
import { hasBlocked } from "#server/blocks/repository.ts";
import { createBlocks } from "#server/blocks/service.ts";
import type { Database } from "#server/db/database.ts";
import { type FileUrl, findLinkReaders } from "#server/http/file-url.ts";
import { countPendingRequests } from "#server/friends/lists.ts";
import { createFriendships } from "#server/friends/service.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { makePicture } from "#server/images/make-picture.ts";
import type { JobQueue } from "#server/infra/job-queue.ts";
import { releaseUnheld } from "#server/media/release.ts";
import { createFindMedia, mediaFor } from "#server/media/repository.ts";
import type { ChatSource } from "#server/messenger/chats/chats.ts";
import { createGroups } from "#server/messenger/groups/service.ts";
import { createNoticeCollector } from "#server/messenger/notify/collect-notices.ts";
import { createComposeNotice } from "#server/messenger/notify/compose-notice.ts";
import { createPrepareAddresses } from "#server/messenger/hearers.ts";
import { createMessageChanges } from "#server/messenger/change/message-changes.ts";
import type { Place } from "#server/messenger/notify/notices.ts";
import { createMarks } from "#server/messenger/marks/service.ts";
import { countUnread } from "#server/messenger/receipts/reading.ts";
import { createMessenger } from "#server/messenger/service.ts";
import type { Tell } from "#server/messenger/tell.ts";
import { createShowMessages } from "#server/messenger/history/show-messages.ts";
import { createUnreadTelling } from "#server/messenger/unread-telling.ts";
import type { CheckName } from "#server/infra/name-of-service.ts";
import { createPresence, type PresenceTimes } from "#server/presence/presence.ts";
import { openPushes } from "#server/push/pushes.ts";
import { hasSubscription } from "#server/push/repository.ts";
import type { SendPush } from "#server/push/send-push.ts";
import type { createRealtime } from "#server/realtime/realtime.ts";
import type { Storage } from "#server/storage/storage.ts";
import type { Uploads } from "#server/uploads/uploads.ts";

interface Options {
  database: Database;
  persons: Persons;
  fileUrl: FileUrl;
  realtime: ReturnType<typeof createRealtime>;
  log: Logger;
  presenceTimes: PresenceTimes | undefined;
  sweepFilesSoon: () => void;
  sweepGroupsSoon: () => void;
  checkGroupTitle: CheckName;
  groupFiles: { storage: Storage; uploads: Uploads };
  jobs: JobQueue;
  sendPush: SendPush;
  noticeSettleMs: number | undefined;
}

/** Friendships, blocks, the messenger and presence, which tell the devices of members what happens. */
export async function createLiveFeatures(options: Options) {
  const {
    database,
    persons,
    fileUrl,
    realtime,
    log,
    sweepFilesSoon,
    presenceTimes: times,
  } = options;
  const { db } = database;
  const show = createShowMessages({ db, persons, findMedia: createFindMedia(db, fileUrl) });
  const chatSource: ChatSource = { db, persons, fileUrl, show };
  const prepareAddresses = createPrepareAddresses(
    (ids) => findLinkReaders(db, ids),
    (media, reader) => mediaFor(media, fileUrl, reader),
  );
  const unread = createUnread(db, realtime, log);
  realtime.onConnect(async (userId, emit) => {
    await unread.greet(userId, (count) => {
      emit("all_new_messages_count", { all_new_messages_count: count });
    });
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
  const notices = await openNotices(options);
  const tell: Tell = (userIds, event, payload) => {
    realtime.tell(userIds, event, payload);
    if (event === "message") notices.noted(payload as Message); // the event's own payload
  };
  const messenger = createMessenger({
    ...chatSource,
    ask: (query, parameters) => database.ask(query, parameters),
    tell,
    prepareAddresses,
    unreadChanged: (userIds) => {
      unread.changed(userIds);
    },
  });
  const groups = createGroups({
    ...chatSource,
    ...options.groupFiles,
    checkTitle: options.checkGroupTitle,
    log,
    makePicture,
    sweepFilesSoon,
    sweepGroupsSoon: options.sweepGroupsSoon,
    tell,
    unreadChanged: (userIds) => {
      unread.changed(userIds);
    },
  });
  const changes = createMessageChanges({
    ...chatSource,
    tell,
    prepareAddresses,
    freeMedia: async (ids) => {
      if ((await releaseUnheld(db, ids)) > 0) sweepFilesSoon();
    },
  });
  const marks = createMarks({
    ...chatSource,
    tell,
    log,
    unreadChanged: (userIds) => {
      unread.changed(userIds);
    },
  });
  realtime.onFrame("delivered", deliveredFrame, marks.delivered);
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
  const messaging = { ...chatSource, messenger, groups, changes, marks };
  return { blocks, friendships, messaging, presence, notices };
}

/** Of messages members are told by push too. */
async function openNotices(options: Options) {
  const { log, jobs, persons, sendPush, noticeSettleMs } = options;
  const { db } = options.database;
  const pushes = await openPushes<Place>({
    db,
    jobs,
    log,
    send: sendPush,
    compose: createComposeNotice({ db, persons }),
  });
  return createNoticeCollector({
    db,
    log,
    isReachable: hasSubscription,
    tell: (told) => pushes.tell(told),
    ...(noticeSettleMs !== undefined && { settleMs: noticeSettleMs }),
  });
}

const unreadTopic = "unread_changed";

function createUnread(db: Database["db"], realtime: Options["realtime"], log: Logger) {
  const unread = createUnreadTelling({
    count: (userIds) => countUnread(db, userIds),
    isHere: realtime.isHere,
    tell: (userId, count) => {
      realtime.tellHere(userId, "all_new_messages_count", { all_new_messages_count: count });
    },
    share: (userIds) => {
      realtime.share(unreadTopic, userIds);
    },
    log,
  });
  realtime.onShared(unreadTopic, (userIds) => {
    unread.changedElsewhere(userIds as number[]); // of a node of ours
  });
  return unread;
}
