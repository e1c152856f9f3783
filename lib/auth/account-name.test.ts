import { describe, expect, it } from "vitest";
import { splitAccountName, wholeAccountName } from "#lib/auth/account-name.ts";

const domains = ["kampus.example", "talim.example"];

describe("a login", () => {
  it("is split when it was pasted whole", () => {
    expect(splitAccountName("Alisher@Talim.example", domains)).toEqual({
      localPart: "Alisher",
      domain: "talim.example",
    });
  });

  it("stays as it was typed on any other domain", () => {
    expect(splitAccountName("alisher@mail.example", domains)).toBeNull();
    expect(splitAccountName("kampus.example", domains)).toBeNull();
    expect(splitAccountName("alisher", domains)).toBeNull();
  });

  it("is joined from its parts", () => {
    expect(wholeAccountName({ localPart: "alisher", domain: "kampus.example" })).toBe(
      "alisher@kampus.example",
    );
  });
});
