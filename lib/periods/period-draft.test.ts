import { describe, expect, it } from "vitest";
import { educationForm } from "#lib/periods/education/education-draft.ts";
import { emptyPeriod, periodInputOf, withStart, withUntilNow } from "#lib/periods/period-draft.ts";

const tashkent = { id: 1726, name: "Ташкент" };
const yunusabad = { id: 1726266, name: "Юнусабадский район" };

describe("the regions", () => {
  it("are sent as the deepest chosen one", () => {
    expect(periodInputOf({ ...emptyPeriod, region_id: [tashkent, yunusabad] }).region_id).toBe(
      yunusabad.id,
    );
    expect(periodInputOf({ ...emptyPeriod, region_id: [tashkent] }).region_id).toBe(tashkent.id);
    expect(periodInputOf(emptyPeriod).region_id).toBeUndefined();
  });
});

describe("the end", () => {
  it("is cleared when the start moves behind it, and stays otherwise", () => {
    expect(withStart(2019, 2018)).toEqual({ start: 2019, end: null });
    expect(withStart(2018, 2018)).toEqual({ start: 2018, end: 2018 });
    expect(withStart(null, 2018)).toEqual({ start: null, end: null });
  });

  it("is emptied by «until now», which is sent as no end", () => {
    expect(withUntilNow(true, 2018)).toEqual({ until_now: true, end: null });
    const goesOn = { ...emptyPeriod, start: 2014, ...withUntilNow(true, 2018) };
    expect(periodInputOf(goesOn)).toMatchObject({ start: 2014, end: null });
  });

  it("is reported as missing, with all other missing fields, when neither a year nor «until now» is chosen", () => {
    const { error } = educationForm.safeParse(periodInputOf({ ...emptyPeriod, start: 2014 }));
    const missing = error?.issues.map(({ path, message }) => [path[0], message]);
    expect(missing).toContainEqual(["end", "Site.required"]);
    expect(missing).toContainEqual(["object_id", "Site.required"]);
    const whole = { establishment_id: 1, region_id: 1726, object_id: 5, start: 2014 };
    expect(educationForm.safeParse(whole).error?.issues).toHaveLength(1);
    expect(educationForm.safeParse({ ...whole, end: null }).success).toBe(true);
    expect(educationForm.safeParse({ ...whole, end: 2018 }).success).toBe(true);
  });
});
