import { describe, expect, it } from "vitest";
import { linksIn } from "#lib/browser/links/text-links.ts";
import { mayHoldLink } from "#lib/browser/links/use-text-links.ts";

const hrefs = (text: string) => linksIn(text).map(({ href }) => href);
const shown = (text: string) => linksIn(text).map(({ start, end }) => text.slice(start, end));

const abc = ["https://kun.uz/a", "https://kun.uz/b", "https://kun.uz/c"];

describe("links in a text", () => {
  it.each([
    ["смотри https://kampus.example/a?b=1#c.", ["https://kampus.example/a?b=1#c"]],
    ["(http://a.example/b)", ["http://a.example/b"]],
    [
      "(см. https://ru.wikipedia.org/wiki/Ташкент_(город))",
      ["https://ru.wikipedia.org/wiki/Ташкент_(город)"],
    ],
    ["kun.uz, tuit.uz/uz!", ["kun.uz", "tuit.uz/uz"]],
    ["пиши на a.b+c@mail.ru;", ["a.b+c@mail.ru"]],
    ["кто.рф и пример.com", ["кто.рф", "пример.com"]],
    ["Видели https://kun.uz/a? Там https://kun.uz/b, https://kun.uz/c.", abc],
    ["[https://kun.uz/a] {https://kun.uz/b} <https://kun.uz/c>", abc],
    ["Читай «https://kun.uz/a».", ["https://kun.uz/a"]],
    ["«https://kun.uz/a.»", ["https://kun.uz/a"]],
    ["«(https://kun.uz/a)»", ["https://kun.uz/a"]],
    ["«https://kun.uz/a»,«https://kun.uz/b»/“https://kun.uz/c”", abc],
    ["„https://kun.uz/a“ ‚https://kun.uz/b‘ ‘https://kun.uz/c’", abc],
    ["«kun.uz/a» и “a.b@mail.ru”", ["kun.uz/a", "a.b@mail.ru"]],
    ["https://kun.uz»", ["https://kun.uz"]],
    ["https://kun.uz/a… https://kun.uz/b…вот", ["https://kun.uz/a", "https://kun.uz/b"]],
    ["https://kun.uz/a—вот https://kun.uz/b— вот https://kun.uz/c — вот", abc],
    ["https://kun.uz—вот", ["https://kun.uz"]],
    ["https://kun.uz/a– вот https://kun.uz/b – вот https://kun.uz/c–", abc],
    ["«https://кто.рф/новости/Ўзбекистон_2014»", ["https://кто.рф/новости/Ўзбекистон_2014"]],
    [
      "«https://ru.wikipedia.org/wiki/Ташкент_(город)»",
      ["https://ru.wikipedia.org/wiki/Ташкент_(город)"],
    ],
  ])("are found without the punctuation around them: %s", (text, expected) => {
    expect(shown(text)).toEqual(expected);
    expect(mayHoldLink(text)).toBe(true);
  });

  it.each([
    "https://ru.wikipedia.org/wiki/Закон_Бойля_—_Мариотта",
    "https://en.wikipedia.org/wiki/Bose–Einstein_condensate",
    "https://uz.wikipedia.org/wiki/Oʻzbekiston",
    "https://xn--j1ail.xn--p1ai/a",
    "https://kun.uz/👩\u200d🎓",
  ])("hold the dashes, marks and emoji of an address: %s", (address) => {
    expect(shown(`«${address}».`)).toEqual([address]);
  });

  it.each([
    ["a zero-width space", "https://kun.uz/a\u200b"],
    ["a right-to-left override", "https://kun.uz/a\u202egpj.exe"],
    ["a right-to-left mark", "\u200fhttps://kun.uz/a\u200f"],
    ["an isolate", "\u2068https://kun.uz/a\u2069"],
    ["a soft hyphen", "https://kun.uz/a\u00adb"],
    ["a tag", "https://kun.uz/a\u{e0041}b"],
  ])("end before %s, so that their visible text is their target", (_title, text) => {
    expect(shown(text)).toEqual(["https://kun.uz/a"]);
    expect(hrefs(text)).toEqual(["https://kun.uz/a"]);
  });

  it("lead to https where no scheme is given, and to mailto for mail addresses", () => {
    expect(hrefs("kun.uz a@b.uz")).toEqual(["https://kun.uz", "mailto:a@b.uz"]);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//https",
    "data:text/html,<script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://a.example/b",
    "blob:abc",
    "3.14 и 10.12.2025, т.е. всё...",
    "отчёт.docx",
    "не-ссылка:а",
  ])("are not made of %s", (text) => {
    expect(hrefs(text)).toEqual([]);
  });

  it("never lead to any other scheme than http, https and mailto", () => {
    for (const href of hrefs("javascript:alert(1) javascript://kun.uz/%0aalert(1) data:kun.uz"))
      expect(href).toMatch(/^(?:https?|mailto):/u);
  });

  it.each([
    "localhost:3000",
    "a@localhost",
    "http://x",
    "MAILTO:a@b.uz",
    "x.uz",
    "https.ভারত",
    "1.1.1.1:80",
  ])("are looked for in %s", (text) => {
    expect(mayHoldLink(text) || linksIn(text).length === 0).toBe(true);
  });

  it.each(["Привет! Как дела?", "т. е. всё... 3.5 и 12:30", "«Ура!» :-)"])(
    "are not looked for in a text like %s",
    (text) => {
      expect(mayHoldLink(text)).toBe(false);
    },
  );

  it("are found quickly in a long text", () => {
    const started = performance.now();
    linksIn("a.".repeat(2000));
    linksIn("((((".repeat(1000));
    linksIn("http://".repeat(570));
    linksIn(`https://kun.uz/${"–…".repeat(2000)}`);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
