import { describe, expect, test } from "vitest";
import { countsAfter, countsMoved, statusAfter } from "#lib/friends/friendship-rules.ts";

describe("what a decision turns a friendship into", () => {
  test.each([
    ["add", "none", "outgoing"],
    ["add", "incoming", "friends"],
    ["add", "friends", "friends"],
    ["accept", "incoming", "friends"],
    ["accept", "none", "none"],
    ["delete", "incoming", "none"],
    ["delete", "outgoing", "none"],
    ["delete", "friends", "none"],
    ["add", "blocked", "blocked"],
    ["delete", "self", "self"],
  ] as const)("%s on %s gives %s", (action, from, to) => {
    expect(statusAfter({ id: 1, action, from })).toBe(to);
  });
});

test("an accepted request leaves the incoming list and joins the friends", () => {
  const counts = { friends: 4, incoming: 2, outgoing: 1 };
  expect(countsAfter(counts, { id: 1, action: "accept", from: "incoming" })).toEqual({
    friends: 5,
    incoming: 1,
    outgoing: 1,
  });
});

test("a list that a change does not affect keeps its length, and an unknown length stays unknown", () => {
  expect(countsMoved({ friends: 4 }, "friends", "friends")).toEqual({ friends: 4 });
  expect(countsMoved({ incoming: 0 }, "incoming", "friends")).toEqual({ incoming: 0 });
});
