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

it.each([
  ["iOS and WhatsApp", "\u202d+998 90 123-45-67\u202c"],
  ["Windows", "\u202a+998901234567\u202c"],
])("a number is taken with the marks of direction that %s copies around it", (_from, copied) => {
  expect(phoneNumber.parse(copied)).toBe("+998901234567");
});

it("no number is an empty text", () => {
  expect(phoneText(null)).toBe("");
});
