import { expect, it } from "vitest";
import { shiftOfMost } from "#components/messenger/chat-list/steady-rows.ts";

const before = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const inView = before.slice(3, 8);

it.each([
  ["below what is seen", [9, 1, 2, 3, 4, 5, 6, 7, 8], 1],
  ["last of what is seen", [8, 1, 2, 3, 4, 5, 6, 7, 9], 1],
  ["first of what is seen", [4, 1, 2, 3, 5, 6, 7, 8, 9], 0],
  ["above what is seen", [2, 1, 3, 4, 5, 6, 7, 8, 9], 0],
  ["nowhere in the list", [10, 1, 2, 3, 4, 5, 6, 7, 8, 9], 1],
])("most rows stay in place when a chat comes to the top that was %s", (_where, ids, shift) => {
  expect(shiftOfMost(inView, { first: 3, ids })).toBe(shift);
});

it("most rows stay in place when a chat above them is gone", () => {
  expect(shiftOfMost(inView, { first: 3, ids: before.slice(1) })).toBe(-1);
});
