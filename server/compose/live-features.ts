import type { Logger } from "pino";
import { deliveredFrame } from "#lib/messenger/contract/marks-schema.ts";
import type { Persons } from "#server/auth/person.ts";
import { hasBlocked } from "#server/blocks/repository.ts";
import { createBlocks } from "#server/blocks/service.ts";
import type { Database } from "#server/db/database.ts";
import { countPendingRequests } from "#server/friends/lists.ts";
import { createFriendships } from "#server/friends/service.ts";
import { type FileUrl, findLinkReaders } from "#server/http/file-url.ts";
import { makePicture } from "#server/images/make-picture.ts";
import type { JobQueue } from "#server/infra/job-queue.ts";
import type { CheckName } from "#server/infra/name-of-service.ts";
import { releaseUnheld } from "#server/media/release.ts";
import { createFindMedia, mediaFor } from "#server/media/repository.ts";
import { createMessageChanges } from "#server/messenger/change/message-changes.ts";
import type { ChatSource } from "#server/messenger/chats/chats.ts";
import { createGroups } from "#server/messenger/groups/service.ts";
import { createShowMessages } from "#server/messenger/history/show-messages.ts";
import { createMarks } from "#server/messenger/marks/service.ts";
import { createNoticeCollector } from "#server/messenger/notify/collect-notices.ts";
import { createComposeNotice } from "#server/messenger/notify/compose-notice.ts";
import type { Place } from "#server/messenger/notify/notices.ts";
import { createPrepareAddresses, type Publish } from "#server/messenger/notify/publish-message.ts";
import { countUnread, createReadMessages } from "#server/messenger/receipts/reading.ts";
import { createUnreadCounts } from "#server/messenger/receipts/unread-counts.ts";
import { createSendMessages } from "#server/messenger/send/send-messages.ts";
import { createPresence, type PresenceTimes } from "#server/presence/presence.ts";
import { openPushes } from "#server/push/pushes.ts";
import { hasSubscription } from "#server/push/repository.ts";
import type { SendPush } from "#server/push/send-push.ts";
import type { createRealtime } from "#server/realtime/realtime.ts";
import type { Storage } from "#server/storage/storage.ts";
import type { UploadService } from "#server/uploads/uploads.ts";

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
  groupFiles: { storage: Storage; uploads: UploadService };
  jobs: JobQueue;
  sendPush: SendPush;
  noticeSettleMs: number | undefined;
}

/** Friendships, blocks, the messenger and presence, which publish to the devices of members what happens. */
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
    publish: (userIds, event) => {
      realtime.publish(userIds, "presence", event);
    },
    ...(times && { times }),
  });
  realtime.watch(presence);
  const friendships = createFriendships({
    db,
    persons,
    hasBlocked,
    parting: presence.parting,
    publish: (userId, event) => {
      realtime.publish(userId, "friendship", event);
    },
    publishAcceptancesSeen: (userId, event) => {
      realtime.publish(userId, "acceptances_seen", event);
    },
  });
  const notices = await openNotices(options);
  const publish: Publish = (userIds, event, payload) => {
    realtime.publish(userIds, event, payload);
  };
  const unreadChanged = (userIds: number[]) => {
    unread.changed(userIds);
  };
  const send = createSendMessages({
    ...chatSource,
    ask: (query, parameters) => database.ask(query, parameters),
    publish,
    prepareAddresses,
    notify: notices.collect,
    unreadChanged,
  });
  const read = createReadMessages({ db, publish, unreadChanged });
  const groups = createGroups({
    ...chatSource,
    ...options.groupFiles,
    checkTitle: options.checkGroupTitle,
    log,
    makePicture,
    sweepFilesSoon,
    sweepGroupsSoon: options.sweepGroupsSoon,
    publish,
    unreadChanged,
  });
  const changes = createMessageChanges({
    ...chatSource,
    publish,
    prepareAddresses,
    freeMedia: async (ids) => {
      if ((await releaseUnheld(db, ids)) > 0) sweepFilesSoon();
    },
  });
  const marks = createMarks({
    ...chatSource,
    publish,
    log,
    unreadChanged,
  });
  realtime.onFrame("delivered", deliveredFrame, marks.delivered);
  const blocks = createBlocks({
    db,
    part: (trx, userId, otherId) => friendships.part(trx, userId, otherId),
    beforeBlock: async (userId, otherId) => {
      const publishParted = await presence.parting(userId, otherId);
      return async (hasParted) => {
        await publishParted();
        // An event where nothing changed would give the block away.
        if (hasParted) await friendships.publishToBoth(userId, otherId);
      };
    },
  });
  const messaging = { ...chatSource, send, read, groups, changes, marks };
  return { blocks, friendships, messaging, presence, notices };
}

/** Members are notified of messages by push, too. */
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
    notify: (notices) => pushes.notify(notices),
    ...(noticeSettleMs !== undefined && { settleMs: noticeSettleMs }),
  });
}

const unreadTopic = "unread_changed";

function createUnread(db: Database["db"], realtime: Options["realtime"], log: Logger) {
  const unread = createUnreadCounts({
    count: (userIds) => countUnread(db, userIds),
    isHere: realtime.isHere,
    publish: (userId, count) => {
      realtime.publishHere(userId, "all_new_messages_count", { all_new_messages_count: count });
    },
    share: (userIds) => {
      realtime.share(unreadTopic, userIds);
    },
    log,
  });
  realtime.onShared(unreadTopic, (userIds) => {
    unread.changedElsewhere(userIds as number[]); // Shared by another node of this deployment.
  });
  return unread;
}
