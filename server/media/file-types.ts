/** The file types that members may upload: by content, not by name (SEC-U2). All others are refused. */
import type { Media } from "#lib/files/schema.ts";

export interface MediaType {
  kind: Media["kind"];
  mime: string;
  /** The allowed extensions; a file with another one gets the first. */
  extensions: readonly [string, ...string[]];
}

const type = (kind: Media["kind"], mime: string, ...extensions: MediaType["extensions"]) => ({
  kind,
  mime,
  extensions,
});

const officeXml = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";

/** The types by what file-type finds in the content. */
export const typesByContent: ReadonlyMap<string, MediaType> = new Map([
  ["image/jpeg", type("image", "image/jpeg", "jpg", "jpeg", "jfif")],
  ["image/png", type("image", "image/png", "png")],
  ["image/apng", type("image", "image/png", "png", "apng")],
  ["image/gif", type("image", "image/gif", "gif")],
  ["image/webp", type("image", "image/webp", "webp")],
  ["image/avif", type("image", "image/avif", "avif")],
  ["video/mp4", type("video", "video/mp4", "mp4", "m4v")],
  ["video/x-m4v", type("video", "video/mp4", "m4v", "mp4")],
  ["video/webm", type("video", "video/webm", "webm")],
  ["video/quicktime", type("video", "video/quicktime", "mov", "qt")],
  ["video/matroska", type("video", "video/matroska", "mkv")],
  ["audio/mpeg", type("audio", "audio/mpeg", "mp3")],
  ["audio/mp4", type("audio", "audio/mp4", "m4a", "mp4", "m4b")],
  ["audio/x-m4a", type("audio", "audio/mp4", "m4a", "mp4")],
  ["audio/aac", type("audio", "audio/aac", "aac")],
  ["audio/ogg", type("audio", "audio/ogg", "ogg", "oga")],
  ["audio/ogg; codecs=opus", type("audio", "audio/ogg", "opus", "ogg", "oga")],
  ["audio/flac", type("audio", "audio/flac", "flac")],
  ["audio/wav", type("audio", "audio/wav", "wav")],
  ["application/pdf", type("document", "application/pdf", "pdf")],
  [
    `${officeXml}.wordprocessingml.document`,
    type("document", `${officeXml}.wordprocessingml.document`, "docx"),
  ],
  [
    `${officeXml}.spreadsheetml.sheet`,
    type("document", `${officeXml}.spreadsheetml.sheet`, "xlsx"),
  ],
  [
    `${officeXml}.presentationml.presentation`,
    type("document", `${officeXml}.presentationml.presentation`, "pptx"),
  ],
  [`${openDocument}.text`, type("document", `${openDocument}.text`, "odt")],
  [`${openDocument}.spreadsheet`, type("document", `${openDocument}.spreadsheet`, "ods")],
  [`${openDocument}.presentation`, type("document", `${openDocument}.presentation`, "odp")],
  ["application/rtf", type("document", "application/rtf", "rtf")],
  ["application/epub+zip", type("document", "application/epub+zip", "epub")],
  ["application/zip", type("document", "application/zip", "zip")],
]);

/**
 * One container format holds the old formats of Office, and installers too: only the former are allowed, by their
 * extensions.
 */
export const containerMime = "application/x-cfb";
export const typesByExtension: ReadonlyMap<string, MediaType> = new Map([
  ["doc", type("document", "application/msword", "doc")],
  ["xls", type("document", "application/vnd.ms-excel", "xls")],
  ["ppt", type("document", "application/vnd.ms-powerpoint", "ppt")],
]);

/** A text file is recognised by its content. None of these extensions makes a computer run the file. */
export const plainText = type(
  "document",
  "text/plain",
  ...([
    "txt",
    "csv",
    "tsv",
    "md",
    "log",
    "json",
    "srt",
    "vtt",
    "ics",
    "vcf",
    "tex",
    "bib",
  ] as const),
);
/** Text formats that file-type recognises. */
export const textMimes: ReadonlySet<string> = new Set(["text/vtt", "text/calendar", "text/vcard"]);
