import { announcementCommands } from "#server/admin/announcement-commands.ts";
import { chatCommands } from "#server/admin/takedown/chat-commands.ts";
import { periodCommands } from "#server/admin/takedown/period-commands.ts";
import type { Command } from "#server/admin/command.ts";
import { institutionCommands } from "#server/admin/institutions/institution-commands.ts";
import { institutionRequestCommands } from "#server/admin/institutions/institution-request-commands.ts";
import { languageCommands } from "#server/admin/language-commands.ts";
import { memberCommands } from "#server/admin/member-commands.ts";
import { operatorCommands } from "#server/admin/operators.ts";
import { referenceCommands } from "#server/admin/reference-commands.ts";
import { registrationCommands } from "#server/admin/registration-commands.ts";
import { renameCommands } from "#server/admin/rename-commands.ts";
import { reportCommands } from "#server/admin/report-commands.ts";
import { settingCommands } from "#server/admin/setting-commands.ts";
import { statisticsCommands } from "#server/admin/statistics-commands.ts";
import { takedownCommands } from "#server/admin/takedown/takedown-commands.ts";

/** All commands of `npm run admin`, in the order of its help. */
export const commands: Command[] = [
  ...memberCommands,
  ...renameCommands,
  ...reportCommands,
  ...takedownCommands,
  ...periodCommands,
  ...chatCommands,
  ...settingCommands,
  ...registrationCommands,
  ...languageCommands,
  ...institutionCommands,
  ...institutionRequestCommands,
  ...referenceCommands,
  ...announcementCommands,
  ...statisticsCommands,
  ...operatorCommands,
];
