import { describe, expect, it } from "vitest";
import { plainText, typesByContent } from "#server/media/file-types.ts";
import { mediaName } from "#server/media/media-name.ts";

const typed = (mime: string) => {
  const type = typesByContent.get(mime);
  if (!type) throw new Error(mime);
  return type;
};

describe("the name of a PDF", () => {
  it.each([
    ["диплом.pdf", "диплом.pdf"],
    ["Oʻzbek.PDF", "Oʻzbek.PDF"],
    ["a  b\tc .pdf", "a b c .pdf"],
    ["/etc/passwd.pdf", "passwd.pdf"],
    ["C:\\Users\\me\\a.pdf", "a.pdf"],
    ["../../a.pdf", "a.pdf"],
    ["a\r\nset-cookie: x.pdf", "a set-cookie: x.pdf"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe.pdf"],
    ["evil.html", "evil.html.pdf"],
    ["evil.pdf.html", "evil.pdf.html.pdf"],
    ["noextension", "noextension.pdf"],
    [".pdf", "pdf.pdf"],
    [".htaccess", "htaccess.pdf"],
    ["..", "file.pdf"],
    ["", "file.pdf"],
    ["\0\u200F", "file.pdf"],
    ["half \ud83d emoji.pdf", "half emoji.pdf"],
    ["е\u0308.pdf", "ё.pdf"],
    ["👨\u200D👩\u200D👧.pdf", "👨\u200D👩\u200D👧.pdf"],
    ["❤\uFE0F\u200D🔥 ❤\uFE0F.pdf", "❤\uFE0F\u200D🔥 ❤\uFE0F.pdf"],
    ["نامه\u200Cای.pdf", "نامه\u200Cای.pdf"],
    ["\u200Dа\u200D\u200Dб \u200Cв\u202E\u200D.pdf", "аб в.pdf"],
    ["\uFE0F\u200D.pdf", "file.pdf"],
  ])("%j becomes %j", (given, name) => {
    expect(mediaName(given, typed("application/pdf"))).toBe(name);
  });

  it("has at most 255 characters, ends with its extension, and no character of it is cut in half", () => {
    const name = mediaName(`${"🙂".repeat(400)}.pdf`, typed("application/pdf"));
    expect(name).toBe(`${"🙂".repeat(251)}.pdf`);
    const family = mediaName(`${"👨\u200D".repeat(400)}.pdf`, typed("application/pdf"));
    expect(family).toMatch(/^(?:👨\u200D)*👨\.pdf$/u);
    expect([...mediaName("я".repeat(400), typed("application/pdf"))]).toHaveLength(255);
  });

  it("is made of dots inside another name in a time that grows with their number alone", () => {
    // By its square, these would take a minute, which no test may.
    const name = mediaName(`a${".".repeat(200_000)}x`, typed("application/pdf"));
    expect(name).toBe(`a${".".repeat(250)}.pdf`);
  });
});

it("a text is never saved under a name that a computer would run", () => {
  for (const name of ["run.bat", "run.ps1", "run.js", "page.html", "page.svg", "reg.reg"])
    expect(mediaName(name, plainText)).toBe(`${name}.txt`);
  expect(mediaName("marks.csv", plainText)).toBe("marks.csv");
});
