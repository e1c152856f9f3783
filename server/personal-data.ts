/** What every feature holds of a member: for their archive, in its order, and to be forgotten. */
import type { Forget } from "#server/account/purge.ts";
import type { Persons } from "#server/auth/person.ts";
import { exportBlocks, forgetBlocks } from "#server/blocks/personal-data.ts";
import type { Db } from "#server/db/database.ts";
import { exportEducations, forgetEducations } from "#server/education/personal-data.ts";
import type { ExportPart } from "#server/export-file.ts";
import { exportFriends, forgetFriendships } from "#server/friends/personal-data.ts";
import { exportImages, forgetImages } from "#server/images/personal-data.ts";
import { exportJobs, forgetJobs } from "#server/jobs/personal-data.ts";
import { exportMedia, forgetMedia } from "#server/media/personal-data.ts";
import { exportChats, forgetChats } from "#server/messenger/personal-data.ts";
import { exportPrivacy, forgetPrivacy } from "#server/privacy/personal-data.ts";
import { exportProfile, forgetProfile } from "#server/profile/personal-data.ts";
import { exportReports, forgetReports } from "#server/reports/personal-data.ts";
import type { Storage } from "#server/storage/storage.ts";
import { exportDismissed, forgetDismissed } from "#server/people/suggestions/personal-data.ts";

export const exportParts = (db: Db, persons: Persons, storage: Storage): ExportPart[] => [
  exportEducations(db),
  exportJobs(db),
  exportFriends(db, persons),
  exportBlocks(db, persons),
  exportReports(db),
  exportChats(db, persons),
  exportPrivacy(db),
  exportDismissed(db),
  exportProfile(db),
  exportImages(db, storage),
  exportMedia(db, storage),
];

export const forgetMember: Forget[] = [
  forgetEducations,
  forgetJobs,
  forgetFriendships,
  forgetBlocks,
  forgetReports,
  forgetChats,
  forgetPrivacy,
  forgetDismissed,
  forgetProfile,
  forgetImages,
  forgetMedia,
];
