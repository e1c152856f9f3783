import { describe, expect, it } from "vitest";
import { strengthOf } from "#lib/auth/estimate-strength.ts";

describe("the strength of a password", () => {
  it.each([
    ["", "Weak"],
    ["123456", "Weak"],
    ["qwerty123", "Weak"],
    ["P@ssw0rd", "Weak"],
    ["aaaaaaaaaaaa", "Weak"],
    ["19.05.1998", "Weak"],
    ["верный конь", "Strong"],
    ["correct horse battery staple", "Strong"],
  ])("%j is %s", (password, strength) => {
    expect(strengthOf(password, [])).toBe(strength);
  });

  it("falls when it is the person's own name", () => {
    expect(strengthOf("Бахтиёрович", [])).not.toBe("Weak");
    expect(strengthOf("Бахтиёрович", ["Каримов", "Алишер", "Бахтиёрович", ""])).toBe("Weak");
  });

  it("is estimated at once, however long the password is", () => {
    expect(strengthOf("1qaz2wsx".repeat(32), [])).toBeDefined();
  });
});
