import { expect, test } from "vitest";
import { dayText } from "#lib/profile/day-text.ts";

test("a day is written in the Russian order, whatever the time zone", () => {
  expect(dayText("2026-11-20")).toBe("20.11");
  expect(dayText("2026-01-01")).toBe("01.01");
});
