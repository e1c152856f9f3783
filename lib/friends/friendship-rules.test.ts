import { describe, expect, test } from "vitest";
import { growthOf, statusAfter } from "#lib/friends/friendship-rules.ts";

describe("what a decision makes of a friendship", () => {
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
  expect(growthOf("incoming", "incoming", "friends")).toBe(-1);
  expect(growthOf("friends", "incoming", "friends")).toBe(1);
  expect(growthOf("outgoing", "incoming", "friends")).toBe(0);
});

test("a list that a change does not touch keeps its length", () => {
  expect(growthOf("friends", "friends", "friends")).toBe(0);
});
