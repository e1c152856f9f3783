import type { AccountTables } from "#server/account/tables.ts";
import type { AdminTables } from "#server/admin/tables.ts";
import type { AnnouncementsTables } from "#server/announcements/tables.ts";
import type { AuthTables } from "#server/auth/tables.ts";
import type { BlocksTables } from "#server/blocks/tables.ts";
import type { CaptchaTables } from "#server/captcha/tables.ts";
import type { ClassTables } from "#server/classes/tables.ts";
import type { EventsTables } from "#server/events/tables.ts";
import type { FriendsTables } from "#server/friends/tables.ts";
import type { HomeTables } from "#server/home/tables.ts";
import type { ImagesTables } from "#server/images/tables.ts";
import type { InfraTables } from "#server/infra/tables.ts";
import type { InstitutionsTables } from "#server/institutions/tables.ts";
import type { InvitationsTables } from "#server/invitations/tables.ts";
import type { LanguagesTables } from "#server/languages/tables.ts";
import type { MailTables } from "#server/mail/tables.ts";
import type { MediaTables } from "#server/media/tables.ts";
import type { MessengerTables } from "#server/messenger/tables.ts";
import type { PeopleTables } from "#server/people/tables.ts";
import type { PeriodTables } from "#server/periods/tables.ts";
import type { PresenceTables } from "#server/presence/tables.ts";
import type { ProfileTables } from "#server/profile/tables.ts";
import type { PushTables } from "#server/push/tables.ts";
import type { RecoveryTables } from "#server/recovery/tables.ts";
import type { ReferenceTables } from "#server/reference/tables.ts";
import type { ReportsTables } from "#server/reports/tables.ts";
import type { SettingsTables } from "#server/settings/tables.ts";
import type { StorageTables } from "#server/storage/tables.ts";

/** Every table of the database; each feature types its own. */
export type Tables = AccountTables &
  AdminTables &
  AnnouncementsTables &
  AuthTables &
  BlocksTables &
  CaptchaTables &
  ClassTables &
  EventsTables &
  FriendsTables &
  HomeTables &
  ImagesTables &
  InfraTables &
  InstitutionsTables &
  InvitationsTables &
  LanguagesTables &
  MailTables &
  MediaTables &
  MessengerTables &
  PeopleTables &
  PeriodTables &
  PresenceTables &
  ProfileTables &
  PushTables &
  RecoveryTables &
  ReferenceTables &
  ReportsTables &
  SettingsTables &
  StorageTables;
