import { expect, test } from "vitest";
import { membersByYear, yearsOfGroup } from "#lib/people/members-by-year.ts";

const member = (id: number, start: number, is_classmate = false) => ({ id, start, is_classmate });
const pages = [member(1, 2001, true), member(5, 2010), member(2, 2012), member(4, 2010)];

test("classmates have a group of their own, the others are grouped by the year they began, newest first, in their order", () => {
  expect(membersByYear(pages, 1)).toEqual({
    classmates: [member(1, 2001, true)],
    groups: [
      { from: 2012, to: 2012, members: [member(2, 2012)] },
      { from: 2010, to: 2010, members: [member(5, 2010), member(4, 2010)] },
    ],
  });
});

test("ten years share a group, which does not reach into the future", () => {
  const now = new Date().getFullYear();
  const { groups } = membersByYear([...pages, member(6, now), member(7, 1999)], 10);
  expect(groups.map(({ from, to }) => [from, to])).toEqual([
    [now - (now % 10), now],
    [2010, 2019],
    [1990, 1999],
  ]);
});

test("a year has a group of its own only where several members began in it", () => {
  expect(yearsOfGroup(pages)).toBe(10);
  expect(yearsOfGroup([...pages, member(6, 2010), member(7, 2012), member(8, 2012)])).toBe(1);
});
