import { defaultLocale } from "#lib/i18n/locales.ts";
import { isInvitationCode } from "#lib/invitations/code-schema.ts";
import { createRecoveryPhone } from "#server/account/recovery-phone.ts";
import { createAccountService } from "#server/account/service.ts";
import { hasBlocked } from "#server/blocks/repository.ts";
import { createBlocks } from "#server/blocks/service.ts";
import { homeSources } from "#server/compose/home-sources.ts";
import { exportParts } from "#server/compose/personal-data.ts";
import {
  createSharedDeps,
  type DepsOptions,
  type SharedDeps,
  type Sweeps,
} from "#server/compose/shared-deps.ts";
import { createCalendarAddresses } from "#server/events/calendar-address.ts";
import { createEventChanges } from "#server/events/change-events.ts";
import { createComposeEventNotice, type EventNotice } from "#server/events/compose-event-notice.ts";
import { authorOfEvent } from "#server/events/read-events.ts";
import { countPendingRequests } from "#server/friends/lists.ts";
import { createFriendships } from "#server/friends/service.ts";
import { findLinkReaders } from "#server/http/file-url.ts";
import { roundedDown } from "#server/institutions/public-face.ts";
import { findLive } from "#server/invitations/live.ts";
import { createInvitations } from "#server/invitations/service.ts";
import { createFindShared } from "#server/invitations/shared-invitations.ts";
import { pictureOf } from "#server/images/make-picture.ts";
import { createFindMedia, mediaFor } from "#server/media/repository.ts";
import { createMessageChanges } from "#server/messenger/change/service.ts";
import { createClassChats } from "#server/messenger/class-chats/class-chats.ts";
import { groupRoleOf, joinInvited, lockGroup } from "#server/messenger/groups/membership.ts";
import { createGroups } from "#server/messenger/groups/service.ts";
import { createShowMessages, type Place } from "#server/messenger/history/show-messages.ts";
import { createMarks } from "#server/messenger/marks/service.ts";
import { createNoticeCollector } from "#server/messenger/notify/collect-notices.ts";
import { createComposeNotice } from "#server/messenger/notify/compose-notice.ts";
import { createPrepareForms } from "#server/messenger/notify/publish-message.ts";
import { countUnread, createReadMessages } from "#server/messenger/receipts/read-messages.ts";
import { createUnreadCounts } from "#server/messenger/receipts/unread-counts.ts";
import { createSendMessages } from "#server/messenger/send/send-messages.ts";
import { findInstitutionId } from "#server/params/objects.ts";
import { createPresence } from "#server/presence/presence.ts";
import { openPushes } from "#server/push/pushes.ts";
import { hasSubscription } from "#server/push/repository.ts";
import { createSendPush, type Push } from "#server/push/send-push.ts";
import type { ReportSources } from "#server/reports/routes.ts";
import type { ReceivedUpload } from "#server/uploads/receive-form.ts";

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** Everything that features receive, built once: each declares the part that it needs. */
export async function createDeps(app: Sweeps, options: DepsOptions) {
  const shared = await createSharedDeps(app, options);
  const unread = createUnread(shared);
  greetDevices(shared, unread);
  const presence = createLivePresence(shared);
  const friendships = createLiveFriendships(shared, presence);
  const pushes = await openAllPushes(shared);
  const messaging = createMessaging(shared, unread, pushes);
  const accounts = createAccountService({
    ...shared,
    onHiding: async (trx, userId) => {
      const publishTransferred = await messaging.groups.transferOwned(trx, userId);
      return async () => {
        await publishTransferred();
        await friendships.publishCountersOf(userId);
      };
    },
  });
  return {
    ...shared,
    ...messaging,
    presence,
    friendships,
    accounts,
    aroundLastSeen: presence.around,
    pushes,
    calendars: createCalendarAddresses(shared.db, shared.keys),
    events: createEventChanges({ ...shared, pushes, publish: shared.realtime.publish }),
    blocks: createLiveBlocks(shared, { presence, friendships }),
    recoveryPhone: createRecoveryPhone(shared),
    findShared: createFindShared({ ...shared, roundedDown }),
    invitations: createInvitations({
      ...shared,
      roundedDown,
      joinGroup: joinInvited,
      lockGroup,
      publishJoined: messaging.groups.publishChanged,
    }),
    home: homeSources(shared),
    reportSources: reportSources(shared),
    exports: exportParts({ ...shared, ...messaging }),
  };
}

/** Reports ask several features what the reporter may see. */
const reportSources = ({ db }: SharedDeps): ReportSources => ({
  authorOfEvent: (readerId, eventId) => authorOfEvent(db, readerId, eventId),
  groupRole: (chatId, readerId) => groupRoleOf(db, chatId, readerId),
  invitationOf: async (readerId, code) =>
    isInvitationCode(code) ? findLive(db, { readerId, locale: defaultLocale }, code) : undefined,
  institutionExists: async (objectId) => (await findInstitutionId(db, objectId)) !== undefined,
});

/** The messenger publishes events of chats to devices, and notifies members of messages by push. */
function createMessaging(shared: SharedDeps, unread: Unread, pushes: AllPushes) {
  const { database, db, persons, fileUrl, realtime, uploads } = shared;
  const { ask } = database;
  const show = createShowMessages({ db, persons, findMedia: createFindMedia(db, fileUrl) });
  const prepareForms = createPrepareForms(
    db,
    (ids) => findLinkReaders(db, ids),
    (media, reader) => mediaFor(media, fileUrl, reader),
  );
  const notices = collectNotices(shared, pushes);
  const deps = {
    ...shared,
    ask,
    show,
    prepareForms,
    pictureOf: (userId: number, upload: ReceivedUpload) =>
      pictureOf(uploads.decode, userId, upload),
    publish: realtime.publish,
    notify: notices.collect,
    unreadChanged: unread.changed,
  };
  const marks = createMarks(deps);
  realtime.onFrame("delivered", marks.delivered);
  return {
    show,
    notices,
    marks,
    send: createSendMessages(deps),
    read: createReadMessages(deps),
    groups: createGroups(deps),
    classChats: createClassChats(deps),
    changes: createMessageChanges(deps),
  };
}

type Presence = ReturnType<typeof createLivePresence>;

function createLivePresence({ db, log, realtime, presenceTimes }: SharedDeps) {
  const presence = createPresence({
    db,
    log,
    publish: (userIds, event) => {
      realtime.publish(userIds, "presence", event);
    },
    onDeath: realtime.resyncEverywhere,
    ...(presenceTimes && { times: presenceTimes }),
  });
  realtime.watch(presence);
  return presence;
}

type Friendships = ReturnType<typeof createLiveFriendships>;

const createLiveFriendships = ({ db, persons, realtime, wrote }: SharedDeps, presence: Presence) =>
  createFriendships({
    db,
    persons,
    hasBlocked,
    parting: presence.parting,
    publish: (userId, event) => {
      // The event makes a device read again, so no replica may answer it that has not replayed the change (D-REPLICA).
      wrote([userId]);
      realtime.publish(userId, "friendship", event);
    },
    publishAcceptancesSeen: (userId, event) => {
      realtime.publish(userId, "acceptances_seen", event);
    },
  });

const createLiveBlocks = (
  { db, wrote }: SharedDeps,
  { presence, friendships }: { presence: Presence; friendships: Friendships },
) =>
  createBlocks({
    db,
    part: (trx, userId, otherId) => friendships.part(trx, userId, otherId),
    beforeBlock: async (userId, otherId) => {
      const publishParted = await presence.parting(userId, otherId);
      return async (hasParted) => {
        wrote([userId, otherId]);
        await publishParted();
        // If no friendship or request ended, nothing is published: a bare event would reveal the block.
        if (hasParted) await friendships.publishToBoth(userId, otherId);
      };
    },
    publishAgain: async (userId, otherId) => {
      wrote([userId, otherId]);
      // Only the member who blocked gets the event: without a visible change, it would tell the other of the block.
      await friendships.publishTo(userId);
    },
  });

type AllPushes = Awaited<ReturnType<typeof openAllPushes>>;

/** One queue of pushes, whatever their subject. */
async function openAllPushes({ db, jobs, log, persons, env, findVapidKeys }: SharedDeps) {
  const { deployment } = env;
  const ofMessages = createComposeNotice({ db, persons });
  const ofEvents = createComposeEventNotice({ db, deployment });
  return openPushes<Place | EventNotice>({
    db,
    jobs,
    log,
    send: createSendPush(findVapidKeys, `mailto:postmaster@${deployment.rootDomain}`),
    compose: async (notice, userIds): Promise<Map<number, Push>> =>
      "event_id" in notice ? ofEvents(notice, userIds) : ofMessages(notice, userIds),
    subjectOf: (notice) =>
      "event_id" in notice
        ? { subject: `event ${notice.event_id} ${notice.news}`, number: notice.revision }
        : { subject: `chat ${notice.chat_id}`, number: notice.seq },
  });
}

/** Notifies members of messages by push. */
const collectNotices = ({ db, log, noticeSettleMs }: SharedDeps, pushes: AllPushes) =>
  createNoticeCollector({
    db,
    log,
    isReachable: hasSubscription,
    notify: (notices) => pushes.notify(notices),
    ...(noticeSettleMs !== undefined && { settleMs: noticeSettleMs }),
  });

const unreadTopic = "unread_changed";

type Unread = ReturnType<typeof createUnread>;

function createUnread({ database, realtime, log }: SharedDeps) {
  const unread = createUnreadCounts({
    count: (userIds) => countUnread(database.ask, userIds),
    isHere: realtime.isHere,
    publish: (userId, count) => {
      realtime.publishHere(userId, "all_new_messages_count", { all_new_messages_count: count });
    },
    share: (userIds) => {
      realtime.shareWith(userIds, unreadTopic, userIds);
    },
    log,
  });
  realtime.onShared(unreadTopic, (userIds) => {
    unread.changedElsewhere(userIds as number[]); // the payload that another node of this deployment has shared
  });
  return unread;
}

function greetDevices({ db, realtime }: SharedDeps, unread: Unread) {
  realtime.onConnect(async (userId, emit) => {
    await unread.greet(userId, (count) => {
      emit("all_new_messages_count", { all_new_messages_count: count });
    });
    emit("friendship", { pending: await countPendingRequests(db, userId) });
  });
}
