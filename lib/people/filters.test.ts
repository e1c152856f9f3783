import { describe, expect, test } from "vitest";
import { countOf, filtersOf, searchParamsOf, without, withChange } from "#lib/people/filters.ts";

const asked = (address: string) => filtersOf(new URLSearchParams(address));

describe("an address of the search", () => {
  test("holds all filters", () => {
    const query =
      "q=Каримов&region_id=1726&object_id=1&start=2005&end=2009&sphere_id=3&position_id=301";
    const filters = asked(query);
    expect(filters).toEqual({
      ...{ q: "Каримов", region_id: 1726, object_id: 1, start: 2005, end: 2009 },
      ...{ sphere_id: 3, position_id: 301 },
    });
    expect(asked(new URLSearchParams(searchParamsOf(filters)).toString())).toEqual(filters);
    expect(countOf(filters)).toBe(5);
  });

  test.each(["region_id=0", "object_id=1e3", "sphere_id=x", "start=1939", "end=9999", "start=20"])(
    "that is invalid is ignored: %s",
    (query) => {
      expect(asked(query)).toEqual({ q: "" });
    },
  );

  test("never holds years that end before they begin", () => {
    expect(asked("start=2009&end=2005")).toEqual({ q: "", start: 2009 });
  });
});

describe("a change of a filter", () => {
  const filters = asked("q=Ким&start=2005&end=2009&sphere_id=3&position_id=301");

  test("removes the position with its sphere", () => {
    expect(withChange(filters, { sphere_id: 4 })).not.toHaveProperty("position_id");
    expect(withChange(filters, { position_id: 302 })).toMatchObject({ sphere_id: 3 });
  });

  test("removes a last year that is now before the first", () => {
    expect(withChange(filters, { start: 2010 })).not.toHaveProperty("end");
    expect(withChange(filters, { start: 2007 })).toMatchObject({ start: 2007, end: 2009 });
  });

  test("removes both years at once, and leaves the rest", () => {
    expect(withChange(filters, without(["start", "end"]))).toEqual({
      ...{ q: "Ким", sphere_id: 3, position_id: 301 },
    });
  });
});
