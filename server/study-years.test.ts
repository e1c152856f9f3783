import { describe, expect, it } from "vitest";
import { yearMin, yearNow } from "#lib/params/schema.ts";
import { metFrom, shareYear, startYears } from "#server/study-years.ts";

const years = (start: number, end: number | null) => ({ start, end });

describe("years of study", () => {
  it.each([
    [years(2000, 2005), years(2005, 2010), true],
    [years(2000, 2004), years(2005, 2010), false],
    [years(2000, null), years(2020, 2021), true],
    [years(2000, null), years(1990, null), true],
    [years(2000, null), years(1990, 1999), false],
    [years(2005, 2005), years(2005, 2005), true],
  ])("of %j and %j share a year: %s", (one, other, shared) => {
    expect([shareYear(one, other), shareYear(other, one)]).toEqual([shared, shared]);
  });

  it("say the same year by year as pair by pair", () => {
    const own = [years(2000, 2004), years(2010, 2012)];
    for (let start = 1995; start <= 2015; start += 1)
      for (const end of [start, start + 3, start + 8, null]) {
        const from = metFrom(start, own);
        const meets = from !== undefined && (end ?? 9999) >= from;
        expect([start, end, meets]).toEqual([
          start,
          end,
          own.some((one) => shareYear(one, years(start, end))),
        ]);
      }
  });

  it("have every year in which a member can have begun", () => {
    expect(startYears()).toContain(yearNow());
    expect(startYears().at(-1)).toBe(yearMin);
  });
});
