import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { optionalStudyGroup, studyGroupKey } from "#lib/members/study-group.ts";

describe("groups are equal whatever their case, spaces, dashes and look-alike letters", () => {
  it.each([
    ["11-Б", "11 б"],
    ["11-А", "11A"],
    ["ИТ-204", "ит—204"],
    ["9 «В»", "9 «B»"],
  ])("%j and %j are one", (one, other) => {
    expect(studyGroupKey(one)).toBe(studyGroupKey(other));
  });

  it.each([
    ["11-А", "11-Б"],
    ["ИТ-204", "ИТ-205"],
  ])("%j and %j are two", (one, other) => {
    expect(studyGroupKey(one)).not.toBe(studyGroupKey(other));
  });
});

describe("a group that a member writes", () => {
  const codeOf = (value: unknown) =>
    z.safeParse(optionalStudyGroup, value).error?.issues[0]?.message;

  it.each([
    ["  11 -  Б ", "11 - Б"],
    ["x".repeat(32), "x".repeat(32)],
    ["O‘zbek guruhi", "O‘zbek guruhi"],
    ["ИТ.204/2", "ИТ.204/2"],
    ["11.Б", "11.Б"],
    ["гр. № 5", "гр. № 5"],
    ["", undefined],
    ["   ", undefined],
    [null, undefined],
    [undefined, undefined],
  ])("%j is taken as %j", (value, taken) => {
    expect(z.parse(optionalStudyGroup, value)).toBe(taken);
  });

  it.each([
    ["x".repeat(33), "Site.max32"],
    ["11\u202EБ", "Site.nameHidden"],
    ["11\u200BБ", "Site.nameHidden"],
    ["11-Б 🎓", "Site.invalid"],
    ["--", "Site.invalid"],
    ["<b>", "Site.invalid"],
    ["https://t.me/kampus_help", "Site.nameAddress"],
    ["t.me/kampus", "Site.nameAddress"],
    [11, "Site.invalid"],
  ])("%j is refused with %s", (value, code) => {
    expect(codeOf(value)).toBe(code);
  });
});
