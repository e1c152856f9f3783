import { describe, expect, it } from "vitest";
import { createAddressCheck } from "#server/auth/new-address.ts";
import { Failure } from "#server/http/failure.ts";

const check = createAddressCheck("Мой Вуз Campus");
const faultOf = (localPart: string) => {
  try {
    check(`${localPart}@kampus.example`);
  } catch (error) {
    if (error instanceof Failure) return error.fields;
    throw error;
  }
  return undefined;
};

describe("an address at sign-up", () => {
  it.each([
    "administrator",
    "Administrator",
    "admin1",
    "admin.2024",
    "ad.min_1",
    "adm1n-01",
    "root.1",
    "r00t77",
    "support",
    "supp0rt",
    "support+1",
    "postmaster",
    "abuse-1",
    "security",
    "kampus",
    "k.a.m.p.u.s",
    "noreply",
    "no-reply",
    "no.reply.7",
    "mailer-daemon",
    "campus99",
    "kampus.support",
    "s.u.p.p.o.r.t",
    "s_u-p.p+o.r.t",
    "support-team",
    "supportteam",
    "team.support",
    "the-real-support",
    "alisher.support",
    "support.tashkent",
    "support24.uz",
    "kampus-uz",
    "mykampus",
    "kampus.team",
    "kampus.alisher",
    "karnpus",
    "help.desk",
    "help-center",
    "no.reply",
    "mail.info",
    "5upport",
    "suppport",
    "adrnin",
    "admln",
    "security-team",
    "ver.ify",
    "rec0very",
    "messenger",
  ])("that sounds like the service, %s, is refused as reserved", (localPart) => {
    expect(faultOf(localPart)).toEqual({ email: ["Site.emailReserved"] });
  });

  it.each(["abc..def", "abcdef.", ".abcdef", "abc...def"])(
    "that mail cannot reach, %s, is refused as wrong",
    (localPart) => {
      expect(faultOf(localPart)).toEqual({ email: ["Site.wrongemail"] });
    },
  );

  it.each([
    "alisher.karimov",
    "madina2001",
    "adminov",
    "rootbeer",
    "supportova",
    "a.b.c.d",
    "x1",
    "joe.root",
    "alisher.info",
    "admira.brandon",
    "madina-site7",
    "security.karimov",
    "chatuser1",
    "api_client7",
    "profile42",
    "recovery17",
    "verify.user",
    "messenger2026",
  ])("of a person, %s, is free", (localPart) => {
    expect(faultOf(localPart)).toBeUndefined();
  });
});
