import { expect, it } from "vitest";
import { timeAgo } from "#lib/account/time-ago.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

it.each([
  ["2026-11-21T12:00:30.000Z", "agoMoment", 0],
  ["2026-11-21T11:59:01.000Z", "agoMoment", 0],
  ["2026-11-21T11:59:00.000Z", "agoMinutes", 1],
  ["2026-11-21T11:00:01.000Z", "agoMinutes", 59],
  ["2026-11-21T11:00:00.000Z", "agoHours", 1],
  ["2026-11-20T12:00:01.000Z", "agoHours", 23],
  ["2026-11-20T12:00:00.000Z", "agoDays", 1],
  ["2026-11-14T11:00:00.000Z", "agoDays", 7],
])("at noon, %s is %s with %i", (iso, unit, count) => {
  expect(timeAgo(iso, now)).toEqual({ unit, count });
});
