import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Typing } from "#lib/messenger/receipts/typing.ts";

let typing: Typing;
beforeEach(() => {
  vi.useFakeTimers();
  typing = new Typing();
});
afterEach(() => vi.useRealTimers());

it("holds as long as it is told again, then ends by itself", () => {
  typing.tell(7, 2);
  vi.advanceTimersByTime(5000);
  typing.tell(7, 2);
  vi.advanceTimersByTime(5000);
  expect(typing.in(7)).toEqual([2]);
  vi.advanceTimersByTime(1000);
  expect(typing.in(7)).toEqual([]);
});

it("ends with what was written, and not for the others", () => {
  typing.tell(7, 2);
  typing.tell(7, 3);
  typing.tell(8, 2);
  typing.end(7, 2);
  expect(typing.in(7)).toEqual([3]);
  expect(typing.in(8)).toEqual([2]);
});
