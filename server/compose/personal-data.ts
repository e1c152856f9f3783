/** The data that every feature holds of a member: for the archive, in its order, and to be deleted by a purge. */
import type { Forget } from "#server/account/purge.ts";
import { exportBlocks, forgetBlocks } from "#server/blocks/repository.ts";
import { exportEvents, forgetEvents } from "#server/events/personal-data.ts";
import { exportEducations } from "#server/periods/educations.ts";
import { exportFriends } from "#server/friends/lists.ts";
import { forgetFriendships } from "#server/friends/repository.ts";
import { exportVisit, forgetVisit } from "#server/home/visit.ts";
import { exportImages, forgetImages } from "#server/images/personal-data.ts";
import type { ExportPart } from "#server/infra/export-file.ts";
import { exportInstitutions, forgetInstitutions } from "#server/institutions/requests.ts";
import { exportJobs } from "#server/periods/jobs.ts";
import { forgetPeriods } from "#server/periods/repository.ts";
import { exportInvitations, forgetInvitations } from "#server/invitations/personal-data.ts";
import { exportMedia, forgetMedia, lockMedia } from "#server/media/personal-data.ts";
import { exportRemovals } from "#server/messenger/groups/removals.ts";
import { exportLeftGroups } from "#server/messenger/groups/export-left-groups.ts";
import { exportChats, forgetChats, forgetInMessages } from "#server/messenger/personal-data.ts";
import { exportDismissed, forgetDismissed } from "#server/people/suggestions/dismissals.ts";
import { exportPrivacy, forgetPrivacy } from "#server/privacy/settings.ts";
import { exportProfile, forgetProfile } from "#server/profile/personal-data.ts";
import { exportSubscriptions } from "#server/push/repository.ts";
import { exportReports, forgetReports } from "#server/reports/repository.ts";

type Sources = Parameters<typeof exportChats>[0] & { storage: Parameters<typeof exportImages>[1] };

export const exportParts = (sources: Sources): ExportPart[] => {
  const { db, persons, storage } = sources;
  return [
    exportEducations(db),
    exportJobs(db),
    exportFriends(db, persons),
    exportBlocks(db, persons),
    exportReports(db),
    exportInstitutions(db),
    exportEvents(db),
    exportChats(sources),
    exportLeftGroups(db),
    exportRemovals(db),
    exportPrivacy(db),
    exportDismissed(db),
    exportInvitations(db),
    exportProfile(db),
    exportVisit(db),
    exportSubscriptions(db),
    exportImages(db, storage),
    exportMedia(db, storage),
  ];
};

/**
 * A file may be forwarded after the member's messages were cleared. Deleting only its row would leave an empty message,
 * so this repeats until none is left.
 */
const forgetLateForwards: Forget = async (trx, userId) => {
  await lockMedia(trx, userId);
  while (await forgetInMessages(trx, userId));
};

export const forgetMember: Forget[] = [
  forgetPeriods,
  forgetFriendships,
  forgetBlocks,
  forgetReports,
  forgetInstitutions,
  forgetEvents,
  forgetChats,
  forgetPrivacy,
  forgetDismissed,
  forgetInvitations,
  forgetProfile,
  forgetVisit,
  forgetImages,
  forgetLateForwards,
  forgetMedia,
];

/** Deleted in portions before the rest, because it locks chats of other members. */
export const forgetPortion = forgetInMessages;
