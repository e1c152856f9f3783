import { expect, test } from "vitest";
import { membersByYear } from "#lib/people/members-by-year.ts";

const member = (id: number, start: number, is_classmate = false) => ({ id, start, is_classmate });

test("classmates stand apart, the others by the year they began, the newest first, each in their order", () => {
  const pages = [member(1, 2001, true), member(5, 2020), member(2, 2022), member(4, 2020)];
  expect(membersByYear(pages)).toEqual({
    classmates: [member(1, 2001, true)],
    years: [
      { year: 2022, members: [member(2, 2022)] },
      { year: 2020, members: [member(5, 2020), member(4, 2020)] },
    ],
  });
});
