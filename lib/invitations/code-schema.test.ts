import { describe, expect, it } from "vitest";
import { invitationCodeOf, isInvitationCode } from "#lib/invitations/code-schema.ts";
import { routes } from "#lib/routes.ts";

const code = "AbC-_0123456789abcdefg";

describe("the code of an invitation", () => {
  it("has 22 characters of base64url", () => {
    expect(isInvitationCode(code)).toBe(true);
    for (const other of ["", code.slice(1), `${code}a`, `${code.slice(1)}+`, `${code}\n`])
      expect(isInvitationCode(other)).toBe(false);
  });

  it("is read from the return address of the account screens, and from no other page", () => {
    expect(invitationCodeOf(routes.invitation(code))).toBe(code);
    expect(invitationCodeOf({ surface: "site", path: `/i/${code}?x=1` })).toBe(code);
    expect(invitationCodeOf({ surface: "profile", path: `/i/${code}` })).toBeNull();
    expect(invitationCodeOf(routes.institution(7))).toBeNull();
    expect(invitationCodeOf(routes.invitation("short"))).toBeNull();
    expect(invitationCodeOf(null)).toBeNull();
  });
});
