import { expect, it } from "vitest";
import { classKeyOf, classOf, readClassKey } from "#lib/members/class-key.ts";
import { yearNow } from "#lib/params/schema.ts";

it.each([
  [{ start: 2003, end: 2014 }, "2014"],
  [{ start: 2022, end: null }, "since-2022"],
])("an education %o belongs to the class %j, which is read back from its key", (years, key) => {
  expect(classKeyOf(classOf(years))).toBe(key);
  expect(readClassKey(key)).toEqual(classOf(years));
});

it.each([
  "",
  "0",
  "0000",
  "1939",
  "9999",
  "02014",
  "2014 ",
  "-2014",
  "since-",
  "since-9999",
  "Since-2014",
  "２０１４",
  String(yearNow() + 1),
])("%j is no key of a class", (key) => {
  expect(readClassKey(key)).toBeNull();
});
