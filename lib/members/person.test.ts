import { describe, expect, it } from "vitest";
import { avatarColorOf, givenNameFirst, initialsOf, initialsOfTitle } from "#lib/members/person.ts";

describe("initials", () => {
  it.each([
    ["Каримов Алишер Бахтиёрович", "АК"],
    ["ким елена", "ЕК"],
    ["  Oʻrinov   Gʻani ", "GO"],
    ["Мадина", "М"],
    ["«Alumni» 2018", "2A"],
    ["", ""],
    ["🙂 👍", ""],
  ])("of a person named %j are %j", (fullname, initials) => {
    expect(initialsOf(fullname)).toBe(initials);
  });

  it("of a title are in the order of its words", () => {
    expect(initialsOfTitle("Группа 101 · выпуск 2018")).toBe("Г1");
  });
});

describe("the colour of an avatar", () => {
  it("stays the same for the same member", () => {
    expect(avatarColorOf(12)).toBe(avatarColorOf(12));
  });

  it("differs between neighbours and is always one of seven", () => {
    const colors = Array.from({ length: 14 }, (_, id) => avatarColorOf(id));
    expect(new Set(colors).size).toBe(7);
    expect(colors[0]).not.toBe(colors[1]);
  });
});

it("a name as it is spoken has the given name before the surname, and is left as it is where it is a single word", () => {
  expect(givenNameFirst("Юсупова Мадина Рустамовна")).toBe("Мадина Юсупова");
  expect(givenNameFirst("Kampus")).toBe("Kampus");
});
