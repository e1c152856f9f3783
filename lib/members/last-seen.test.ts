import { describe, expect, test } from "vitest";
import { lastSeenOf } from "#lib/members/last-seen.ts";

const now = new Date(2026, 10, 20, 9, 0);
const seen = (...date: [number, number, number, number, number]) =>
  lastSeenOf(new Date(...date).toISOString(), now);

describe("the text of when a member was last seen", () => {
  test("names the hour for today and yesterday", () => {
    expect(seen(2026, 10, 20, 8, 5)).toEqual({ when: "today", at: "08:05" });
    expect(seen(2026, 10, 20, 0, 0)).toEqual({ when: "today", at: "00:00" });
    expect(seen(2026, 10, 19, 23, 59)).toEqual({ when: "yesterday", at: "23:59" });
  });

  test("names the date, in digits, for earlier days", () => {
    expect(seen(2026, 10, 18, 23, 59)).toEqual({ when: "earlier", at: "18.11.2026" });
  });

  test("returns null for a member who has never been seen", () => {
    expect(lastSeenOf(null, now)).toBeNull();
  });

  test("treats a moment in the future, by a clock that runs ahead, as today", () => {
    expect(seen(2026, 10, 20, 9, 1)).toMatchObject({ when: "today" });
  });
});
