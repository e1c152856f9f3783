import { expect, it } from "vitest";
import { shiftOfMost } from "#components/messenger/chat-list/use-steady-rows.ts";

const before = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const inView = before.slice(3, 8);

it.each([
  ["below the view", [9, 1, 2, 3, 4, 5, 6, 7, 8], 1],
  ["last in the view", [8, 1, 2, 3, 4, 5, 6, 7, 9], 1],
  ["first in the view", [4, 1, 2, 3, 5, 6, 7, 8, 9], 0],
  ["above the view", [2, 1, 3, 4, 5, 6, 7, 8, 9], 0],
  ["missing in the list", [10, 1, 2, 3, 4, 5, 6, 7, 8, 9], 1],
])("most rows stay in place when a chat moves to the top that was %s", (_where, ids, shift) => {
  expect(shiftOfMost(inView, { first: 3, ids })).toBe(shift);
});

it("most rows stay in place when a chat above them disappears", () => {
  expect(shiftOfMost(inView, { first: 3, ids: before.slice(1) })).toBe(-1);
});
