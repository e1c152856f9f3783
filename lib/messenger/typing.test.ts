import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Typing } from "#lib/messenger/typing.ts";

let typing: Typing;
beforeEach(() => {
  vi.useFakeTimers();
  typing = new Typing();
});
afterEach(() => vi.useRealTimers());

it("a member is shown as typing while events repeat it, and stops being shown without one", () => {
  typing.begin(7, 2);
  vi.advanceTimersByTime(5000);
  typing.begin(7, 2);
  vi.advanceTimersByTime(5000);
  expect(typing.in(7)).toEqual([2]);
  vi.advanceTimersByTime(1000);
  expect(typing.in(7)).toEqual([]);
});

it("a member stops being shown as typing when their message arrives, and the others do not", () => {
  typing.begin(7, 2);
  typing.begin(7, 3);
  typing.begin(8, 2);
  typing.end(7, 2);
  expect(typing.in(7)).toEqual([3]);
  expect(typing.in(8)).toEqual([2]);
});
