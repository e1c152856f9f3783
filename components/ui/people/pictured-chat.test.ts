import { describe, expect, it } from "vitest";
import { picturedChat } from "#components/ui/people/pictured-chat.ts";

const group = { id: 7, title: "Выпуск 2014 · Школа № 110", image: null, peer: null };
const left = { object_id: 5, key: "2014", start: null, end: 2014 };
const studying = { object_id: 5, key: "since-2022", start: 2022, end: null };

describe("the picture of a chat", () => {
  it("is that of its class: the year, in the colours of its institution and year", () => {
    expect(picturedChat({ ...group, class: left })).toMatchObject({ initials: "’14" });
    expect(picturedChat({ ...group, class: studying })).toMatchObject({ initials: "’22" });
    const seedOf = (object_id: number) =>
      picturedChat({ ...group, class: { ...left, object_id } }).signSeed;
    expect(seedOf(5)).not.toBe(seedOf(6));
  });

  it("is what its owners have set, whatever the class", () => {
    const image = { thumb_url: "/files/a.webp" };
    expect(picturedChat({ ...group, image, class: left })).toMatchObject({ image });
  });

  it("of another group are its initials, and of two members the other", () => {
    expect(picturedChat({ ...group, title: "Физика 7", class: null })).toMatchObject({
      initials: "Ф7",
    });
    expect(picturedChat({ ...group, title: "Физика 7" })).not.toHaveProperty("signSeed");
    const peer = { id: 2, fullname: "Юсупова Мадина", image: null };
    expect(picturedChat({ ...group, peer, class: null })).toBe(peer);
  });
});
