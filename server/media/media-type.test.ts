import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { mediaTypeOf } from "#server/media/media-type.ts";

const folder = mkdtempSync(path.join(tmpdir(), "kampus-media-type-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The result for a file: its kind and type, or the reason of its refusal. */
async function taken(content: string | Uint8Array, name = "file") {
  const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
  const file = { path: path.join(folder, "file"), bytes: bytes.length, name };
  writeFileSync(file.path, bytes);
  try {
    const { kind, mime } = await mediaTypeOf(file);
    return `${kind} ${mime}`;
  } catch (error) {
    return (error as { fields: { file: string[] } }).fields.file.join();
  }
}

async function zipOf(files: Record<string, string>) {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}
const office = (part: string, type: string) =>
  zipOf({
    "[Content_Types].xml": `<Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    [part]: "<x/>",
  });
const matroska = (type: string) =>
  `\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82${String.fromCharCode(0x80 + type.length)}${type}`.padEnd(
    60,
    "\0",
  );
const mp4 = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mp42\0\0\0\x08free`;
const ogg = (codec: string) => `OggS${"\0".repeat(24)}${codec.padEnd(40, "\0")}`;
const container = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".padEnd(600, "\0");
const image = (format: "jpeg" | "png" | "webp" | "gif" | "avif") =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
    .toFormat(format)
    .toBuffer();

describe("a file is accepted", () => {
  it.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "for an image by its content: %s",
    async (format) => {
      expect(await taken(await image(format), "evil.html")).toBe(`image image/${format}`);
    },
  );

  it.each<[string, string | Promise<Uint8Array>, string]>([
    ["MP4", mp4("isom"), "video video/mp4"],
    ["MOV", mp4("qt  "), "video video/quicktime"],
    ["WebM", matroska("webm"), "video video/webm"],
    ["MKV", matroska("matroska"), "video video/matroska"],
    ["MP3", "ID3\x03\0\0\0\0\0\0\xff\xfb\x90\0".padEnd(500, "\0"), "audio audio/mpeg"],
    ["M4A", mp4("M4A "), "audio audio/mp4"],
    ["AAC", "\xff\xf1\x50\x80\x02\x1f\xfc".padEnd(400, "\0"), "audio audio/aac"],
    ["OGG", ogg("\x01vorbis"), "audio audio/ogg"],
    ["Opus", ogg("OpusHead"), "audio audio/ogg"],
    ["FLAC", "fLaC\0\0\0\x22".padEnd(60, "\0"), "audio audio/flac"],
    ["WAV", "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0".padEnd(60, "\0"), "audio audio/wav"],
    ["PDF", "%PDF-1.7\n1 0 obj\n", "document application/pdf"],
    ["RTF", "{\\rtf1\\ansi hello}", "document application/rtf"],
    ["ZIP", zipOf({ "notes.txt": "x" }), "document application/zip"],
    [
      "DOCX",
      office("word/document.xml", "wordprocessingml.document"),
      "document application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    [
      "XLSX",
      office("xl/workbook.xml", "spreadsheetml.sheet"),
      "document application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    [
      "ODT",
      zipOf({ mimetype: "application/vnd.oasis.opendocument.text" }),
      "document application/vnd.oasis.opendocument.text",
    ],
    ["EPUB", zipOf({ mimetype: "application/epub+zip" }), "document application/epub+zip"],
  ])("for %s by its content, whatever its name", async (_title, content, expected) => {
    expect(await taken(await content, "evil.html")).toBe(expected);
  });

  it.each([
    ["thesis.DOC", "document application/msword"],
    ["marks.xls", "document application/vnd.ms-excel"],
    ["talk.ppt", "document application/vnd.ms-powerpoint"],
    ["setup.msi", "Answers.mediaUnsupported"],
    ["setup", "Answers.mediaUnsupported"],
  ])(
    "for what its name says where its content is the container of old documents: %s",
    async (name, expected) => {
      expect(await taken(container, name)).toBe(expected);
    },
  );

  it.each([
    "notes",
    "\uFEFFсалом, oʻrtoqlar",
    "a,b\n1,2",
    "2 < 3",
    "WEBVTT\n\n00:00.000 --> 00:01.000\nhi",
    "ё".repeat(70_000),
  ])("for a text if its content is UTF-8", async (text) => {
    expect(await taken(Buffer.from(text))).toBe("document text/plain");
  });
});

describe("a file is refused", () => {
  it.each<[string, string | Uint8Array]>([
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["HTML after white space and a byte order mark", Buffer.from("\uFEFF \n\t<html>")],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["XML", '<?xml version="1.0"?><x/>'],
    ["XML in UTF-16", Buffer.from("\uFEFF<x/>", "utf16le")],
    ["a shell script", "#!/bin/sh\nrm -rf /"],
    ["a program of Windows", `MZ${"\0".repeat(200)}PE\0\0`],
    ["a program of Linux", `\x7fELF\x02\x01\x01${"\0".repeat(60)}`],
    ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
    ["TIFF", "II*\0\x08\0\0\0".padEnd(60, "\0")],
    ["a text in another encoding", "\xcf\xf0\xe8\xe2\xe5\xf2"],
    ["a text with NUL", "a\0b"],
    ["half of a character", Buffer.from("ё").subarray(0, 1)],
    ["white space", " \n "],
  ])("when it holds %s, whatever its name", async (_title, content) => {
    expect(await taken(content, "photo.jpg")).toBe("Answers.mediaUnsupported");
  });

  it("when it is empty", async () => {
    expect(await taken("", "photo.jpg")).toBe("Answers.mediaEmpty");
  });

  it("when it is an archive of programs", async () => {
    const jar = await zipOf({ "META-INF/MANIFEST.MF": "Manifest-Version: 1.0", "A.class": "x" });
    expect(await taken(jar, "photo.zip")).toBe("Answers.mediaUnsupported");
  });
});
