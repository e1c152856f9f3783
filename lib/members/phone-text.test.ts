import { expect, it } from "vitest";
import { phoneText } from "#lib/members/phone-text.ts";
import { phoneNumber } from "#lib/validation/schema.ts";

it.each([
  ["+998901234567", "+998 90 123 45 67"],
  ["+79161234567", "+7 916 123 45 67"],
  ["+4915123456789", "+4915123456789"],
])("a saved number %s is shown as %s, which the form takes again", (saved, shown) => {
  expect(phoneText(saved)).toBe(shown);
  expect(phoneNumber.parse(shown)).toBe(saved);
});

it("no number is an empty text", () => {
  expect(phoneText(null)).toBe("");
});
