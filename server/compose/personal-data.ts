/** The data that every feature holds of a member: for the archive, in its order, and to be deleted by a purge. */
import type { Forget } from "#server/account/purge.ts";
import { exportBlocks, forgetBlocks } from "#server/blocks/repository.ts";
import type { Db } from "#server/db/database.ts";
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
import {
  exportMedia,
  firstMedia,
  forgetMedia,
  forgetMediaBytes,
} from "#server/media/personal-data.ts";
import { exportRemovals } from "#server/messenger/groups/removals.ts";
import { exportLeftGroups } from "#server/messenger/groups/export-left-groups.ts";
import {
  exportChats,
  forgetChats,
  forgetInMessages,
  leaveGroups,
} from "#server/messenger/personal-data.ts";
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
 * The chats come as late as they may, since nobody can write in them from then on until the purge has ended: only who
 * accepts an invitation locks the chat before the link.
 */
export const forgetMember: Forget[] = [
  forgetPeriods,
  forgetFriendships,
  forgetBlocks,
  forgetReports,
  forgetInstitutions,
  forgetEvents,
  forgetPrivacy,
  forgetDismissed,
  forgetProfile,
  forgetVisit,
  forgetImages,
  forgetMediaBytes,
  forgetChats,
  forgetInvitations,
];

/**
 * Deleted in portions before the rest: what hangs on messages, because it locks chats of other members, then the files,
 * each of which PostgreSQL looks for in every partition of messages, and the memberships of groups, in which nobody writes
 * meanwhile. A file that is forwarded meanwhile leaves its messages with the next portion.
 */
export async function forgetPortion(trx: Db, userId: number): Promise<boolean> {
  const mediaIds = await firstMedia(trx, userId);
  if (await forgetInMessages(trx, userId, mediaIds)) return true;
  await forgetMedia(trx, mediaIds);
  return mediaIds.length > 0 || leaveGroups(trx, userId);
}
