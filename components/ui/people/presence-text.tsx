"use client";

import { useTranslations } from "next-intl";
import { useToday } from "#lib/i18n/use-today.ts";
import { type PresenceInAnswer, useLivePresence } from "#lib/members/live-presence.ts";
import { lastSeenOf } from "#lib/members/last-seen.ts";

/** "Online", or when the person was last online; nothing where that is unknown. */
export function PresenceText({ person }: { person: PresenceInAnswer }) {
  const t = useTranslations("Presence");
  const { online, last_seen_at } = useLivePresence(person);
  const today = useToday();
  if (online) return <>{t("online")}</>;
  const lastSeen = lastSeenOf(last_seen_at, today);
  return lastSeen && <>{t(lastSeen.when, { at: lastSeen.at })}</>;
}
