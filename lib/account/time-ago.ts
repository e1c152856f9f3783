const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A key of the messages and its count. */
interface TimeAgo {
  unit: "agoMoment" | "agoMinutes" | "agoHours" | "agoDays";
  count: number;
}

/**
 * How long ago a timestamp of the server was, in whole units; a clock that is behind the server's sees no future.
 * Our own words: browsers do not have the Uzbek ones.
 */
export function timeAgo(iso: string, now: Date): TimeAgo {
  const passedMs = now.getTime() - Date.parse(iso);
  if (passedMs < minuteMs) return { unit: "agoMoment", count: 0 };
  if (passedMs < hourMs) return { unit: "agoMinutes", count: Math.floor(passedMs / minuteMs) };
  if (passedMs < dayMs) return { unit: "agoHours", count: Math.floor(passedMs / hourMs) };
  return { unit: "agoDays", count: Math.floor(passedMs / dayMs) };
}
