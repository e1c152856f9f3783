import { isInvitationCode } from "#lib/invitations/code-schema.ts";
import { defaultLocale } from "#lib/i18n/locales.ts";
import type { SharedDeps } from "#server/compose/shared-deps.ts";
import { authorOfEvent } from "#server/events/read-events.ts";
import { findLive } from "#server/invitations/live.ts";
import { institutionExists } from "#server/invitations/repository.ts";
import { groupRoleOf } from "#server/messenger/groups/membership.ts";
import type { ReportSources } from "#server/reports/routes.ts";

/** Reports ask several features what the reporter may see. */
export const reportSources = ({ db }: Pick<SharedDeps, "db">): ReportSources => ({
  authorOfEvent: (readerId, eventId) => authorOfEvent(db, readerId, eventId),
  groupRole: (chatId, readerId) => groupRoleOf(db, chatId, readerId),
  invitationOf: async (readerId, code) =>
    isInvitationCode(code) ? findLive(db, { readerId, locale: defaultLocale }, code) : undefined,
  institutionExists: (objectId) => institutionExists(db, objectId),
});
