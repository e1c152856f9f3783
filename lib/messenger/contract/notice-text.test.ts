import { expect, it } from "vitest";
import { noticeTextMax, noticeTextOf } from "#lib/messenger/contract/schema.ts";

const upTo = (count: number) => "a".repeat(count);

it("a long text is cut at 160 characters, and a text of 160 is shown whole", () => {
  expect(noticeTextOf(upTo(noticeTextMax))).toBe(upTo(noticeTextMax));
  expect(noticeTextOf(`${upTo(noticeTextMax)}b`)).toBe(`${upTo(noticeTextMax)}…`);
});

it.each([
  ["a flag", "🇺🇿"],
  ["a family", "👨‍👩‍👧"],
  ["a letter with its accent", "и\u0306"],
])("%s that does not fit is left out whole", (_name, sign) => {
  const fitting = upTo(noticeTextMax - 1);
  expect(noticeTextOf(`${fitting}${sign}${sign}`)).toBe(`${fitting}…`);
});

it("what seems to be one endless sign is cut all the same", () => {
  const endless = `a${"\u0301".repeat(4000)}`;
  expect(noticeTextOf(endless)).toBe(`${endless.slice(0, noticeTextMax)}…`);
});
