import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, it } from "vitest";
import { commonPasswords } from "#lib/auth/common-passwords.ts";

it("the meter knows the thousand commonest passwords", () => {
  expect(commonPasswords).toEqual(dictionary["passwords-common"].slice(0, 1000));
});
