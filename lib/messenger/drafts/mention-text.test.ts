import { describe, expect, it } from "vitest";
import {
  mentionSearchAt,
  rewritten,
  trimmedText,
  withMention,
} from "#lib/messenger/drafts/mention-text.ts";

const madina = { id: 2, fullname: "Юсупова Мадина Рустамовна" };
const named = (text: string, name = "@Мадина Юсупова") => ({
  text,
  mentions: [{ id: 2, offset: text.indexOf(name), length: name.length }],
});
const namesIn = ({ text, mentions }: ReturnType<typeof rewritten>) =>
  mentions.map(({ offset, length }) => text.slice(offset, offset + length));

describe("a member who is named in a text", () => {
  const before = named("Да, @Мадина Юсупова, приходи");

  it.each([
    ["before the name", "Ну да, @Мадина Юсупова, приходи", 2],
    ["behind the name", "Да, @Мадина Юсупова, приходи завтра", 35],
    ["by taking away what stood before", "@Мадина Юсупова, приходи", 0],
  ])("stays named when the text is changed %s", (_where, text, caret) => {
    expect(namesIn(rewritten(before, text, caret))).toEqual(["@Мадина Юсупова"]);
  });

  it.each([
    ["in the name", "Да, @Мадина Юсуповой, приходи", 20],
    ["over the name", "Да, приходи", 4],
  ])("is named no more when the text is changed %s", (_where, text, caret) => {
    const [name] = namesIn(rewritten(before, text, caret));
    expect(name === undefined || name === "@Мадина Юсупова").toBe(true);
  });

  it("is no longer named when a letter of the name is deleted", () => {
    expect(namesIn(rewritten(before, "Да, @Мадина Юсуова, приходи", 16))).toEqual([]);
  });

  it("keeps their place when surrounding white space is trimmed", () => {
    expect(namesIn(trimmedText(named("  \n@Мадина Юсупова  ")))).toEqual(["@Мадина Юсупова"]);
  });
});

describe("naming a member", () => {
  const search = (text: string) => mentionSearchAt({ text, mentions: [] }, text.length);

  it("begins with an @ at the start or after white space", () => {
    expect(search("@")).toEqual({ offset: 0, name: "" });
    expect(search("да, @Мад")).toEqual({ offset: 4, name: "Мад" });
    expect(search("@Мадина Юс")).toEqual({ offset: 0, name: "Мадина Юс" });
  });

  it.each(["@Oʻktam Gʻ", "@O‘ktam G‘", "@O’kt", "@O'kt", "@Oʼkt", "@O`kt", "@O´kt", "@O′kt"])(
    "goes on behind the mark of oʻ and gʻ, however it is typed: %s",
    (typed) => {
      expect(search(typed)).toEqual({ offset: 0, name: typed.slice(1) });
    },
  );

  it("does not begin in an address, nor continue after the name", () => {
    expect(search("me@mail")).toBeNull();
    expect(search("@Мадина Юсупова приходи")).toBeNull();
    expect(mentionSearchAt(named("@Мадина Юсупова "), 16)).toBeNull();
  });

  it("writes the name and puts the caret after it", () => {
    const found = search("да, @мад");
    const next = found && withMention({ text: "да, @мад!", mentions: [] }, found, madina);
    expect(next).toEqual({
      text: "да, @Мадина Юсупова !",
      mentions: [{ id: 2, offset: 4, length: 15 }],
      caret: 20,
    });
  });
});
