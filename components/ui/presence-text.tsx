"use client";

import { useTranslations } from "next-intl";
import { lastSeenOf, type Presence } from "#lib/presence.ts";

/** "Online", or when the member was last here; nothing where that is not known. */
export function PresenceText({ person }: { person: Presence }) {
  const t = useTranslations("Presence");
  if (person.online) return <>{t("online")}</>;
  const lastSeen = lastSeenOf(person.last_seen_at);
  return lastSeen && <>{t(lastSeen.when, { at: lastSeen.at })}</>;
}
