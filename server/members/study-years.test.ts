import { describe, expect, it } from "vitest";
import { yearMin, yearNow } from "#lib/params/schema.ts";
import {
  endsTogether,
  jobsOverlap,
  startYears,
  studiedTogether,
  yearsTogether,
} from "#server/members/study-years.ts";

const years = (start: number, end: number | null) => ({ start, end });

describe("the years of study of two members", () => {
  it.each([
    [years(2000, 2005), years(2005, 2010), true],
    [years(2000, 2004), years(2005, 2010), false],
    [years(2000, null), years(2020, 2021), true],
    [years(2000, null), years(1990, null), true],
    [years(2000, null), years(1990, 1999), false],
    [years(2005, 2005), years(2005, 2005), true],
  ])("share a year where they are %j and %j: %s", (one, other, shared) => {
    expect([jobsOverlap(one, other), jobsOverlap(other, one)]).toEqual([shared, shared]);
  });

  it.each([
    ["one left when the other came", years(2000, 2005), years(2005, 2010), false],
    ["one left when the other came and stayed on", years(2000, 2005), years(2005, null), false],
    ["a year of their own when the other came", years(2005, 2005), years(2005, 2010), false],
    ["a year of their own when the other left", years(2010, 2010), years(2005, 2010), false],
    ["years apart", years(2000, 2004), years(2005, 2010), false],
    ["both a year of their own, the same", years(2005, 2005), years(2005, 2005), true],
    ["a year of their own while the other was there", years(2007, 2007), years(2005, 2010), true],
    ["a year and more in common", years(2000, 2006), years(2005, 2010), true],
    ["both still there", years(2000, null), years(1990, null), true],
    ["one still there when the other came", years(2000, null), years(2020, 2021), true],
  ])("count as spent together with %s (%j and %j): %s", (_title, one, other, together) => {
    expect([studiedTogether(one, other), studiedTogether(other, one)]).toEqual([
      together,
      together,
    ]);
  });

  it.each([
    [years(2014, 2018), years(2017, 2021), years(2017, 2018)],
    [years(2014, 2018), years(2010, null), years(2014, 2018)],
    [years(2017, null), years(2014, null), years(2017, null)],
    [years(2017, 2017), years(2014, 2018), years(2017, 2017)],
  ])("that are %j and %j were spent together in %j", (one, other, both) => {
    expect([yearsTogether(one, other), yearsTogether(other, one)]).toEqual([both, both]);
  });

  it("overlap in a search by the start exactly when they overlap pair by pair", () => {
    const own = [years(2000, 2004), years(2007, 2007), years(2010, 2012)];
    for (let start = 1995; start <= 2015; start += 1)
      for (const end of [start, start + 3, start + 8, null]) {
        const { from, sameYear } = endsTogether(start, own);
        const meets = (end ?? 9999) >= from || (sameYear && end === start);
        expect([start, end, meets]).toEqual([
          start,
          end,
          own.some((one) => studiedTogether(one, years(start, end))),
        ]);
      }
  });

  it("may begin in every year from the earliest to the current one", () => {
    expect(startYears()).toContain(yearNow());
    expect(startYears().at(-1)).toBe(yearMin);
  });
});
