/** The parts of a text about when a member was last online. */
import { formatTime } from "#lib/i18n/format.ts";
import { daysAgo, formatDate } from "#lib/i18n/format-date.ts";

interface LastSeen {
  when: "today" | "yesterday" | "earlier";
  at: string;
}

/**
 * Null when unknown. `today` is any moment of the current day; `at` is "12:48" for today and yesterday and "20.11.2026"
 * before, in the browser's time zone.
 */
export function lastSeenOf(iso: string | null, today: Date): LastSeen | null {
  if (iso === null) return null;
  const ago = daysAgo(new Date(iso), today);
  if (ago <= 0) return { when: "today", at: formatTime(iso) };
  if (ago === 1) return { when: "yesterday", at: formatTime(iso) };
  return { when: "earlier", at: formatDate(iso) };
}
