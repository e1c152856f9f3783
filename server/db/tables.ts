import type { AuthTables } from "#server/auth/tables.ts";
import type { FriendsTables } from "#server/friends/tables.ts";
import type { LanguagesTables } from "#server/languages/tables.ts";
import type { MailTables } from "#server/mail/tables.ts";
import type { MessengerTables } from "#server/messenger/tables.ts";
import type { SettingsTables } from "#server/settings/tables.ts";

/** Every table of the database; each feature types its own. */
export type Tables = AuthTables &
  FriendsTables &
  LanguagesTables &
  MailTables &
  MessengerTables &
  SettingsTables;
