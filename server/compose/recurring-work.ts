import { purgePlugin } from "#server/account/purge.ts";
import { endedSessionsPlugin } from "#server/auth/ended-sessions.ts";
import { captchaSweepPlugin } from "#server/captcha/captcha-store.ts";
import type { Deps } from "#server/compose/deps.ts";
import { forgetMember, forgetPortion } from "#server/compose/personal-data.ts";
import { remindersPlugin } from "#server/events/reminders.ts";
import type { createFastify } from "#server/http/fastify.ts";
import { memberCountsPlugin } from "#server/institutions/member-counts.ts";
import { invitationSweepPlugin } from "#server/invitations/repository.ts";
import { mediaSweepPlugin } from "#server/media/release.ts";
import { emptyChatsPlugin } from "#server/messenger/chats/empty-chats.ts";
import { dueTitlesPlugin } from "#server/messenger/class-chats/renew-titles.ts";
import { leftGroupsPlugin } from "#server/messenger/groups/note-left-groups.ts";
import { removalSweepPlugin } from "#server/messenger/groups/removals.ts";
import { indexMessagesPlugin } from "#server/messenger/search/index-messages.ts";
import { presencePlugin } from "#server/presence/presence.ts";
import { viewSweepPlugin } from "#server/profile/views.ts";
import { recoverySweepPlugin } from "#server/recovery/repository.ts";
import { correctEducationsPlugin } from "#server/reference/correct-educations.ts";
import { sweepPlugin } from "#server/storage/sweep.ts";

/** What runs at intervals on every node, but for what routes ask: the announcement, and whether the sign-up is closed. */
export async function registerRecurring(
  app: ReturnType<typeof createFastify>,
  deps: Deps,
): Promise<void> {
  await app.register(endedSessionsPlugin, { db: deps.db, ...deps.realtime });
  await app.register(captchaSweepPlugin, deps);
  await app.register(recoverySweepPlugin, deps);
  await app.register(purgePlugin, { db: deps.db, forget: forgetMember, forgetPortion });
  await app.register(sweepPlugin, deps);
  await app.register(mediaSweepPlugin, deps);
  await app.register(emptyChatsPlugin, deps);
  await app.register(removalSweepPlugin, deps);
  await app.register(dueTitlesPlugin, deps);
  await app.register(leftGroupsPlugin, deps);
  await app.register(indexMessagesPlugin, deps);
  await app.register(correctEducationsPlugin, deps);
  await app.register(invitationSweepPlugin, deps);
  await app.register(viewSweepPlugin, deps);
  await app.register(remindersPlugin, deps);
  await app.register(memberCountsPlugin, deps);
  await app.register(presencePlugin, deps);
}
