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

/** A type that file-type calls by its MIME type. */
const named = (...[kind, mime, ...extensions]: Parameters<typeof type>) =>
  [mime, type(kind, mime, ...extensions)] as const;

/** The types by what file-type finds in the content. */
export const typesByContent: ReadonlyMap<string, MediaType> = new Map([
  named("image", "image/jpeg", "jpg", "jpeg", "jfif"),
  named("image", "image/png", "png"),
  ["image/apng", type("image", "image/png", "png", "apng")],
  named("image", "image/gif", "gif"),
  named("image", "image/webp", "webp"),
  named("image", "image/avif", "avif"),
  named("video", "video/mp4", "mp4", "m4v"),
  ["video/x-m4v", type("video", "video/mp4", "m4v", "mp4")],
  named("video", "video/webm", "webm"),
  named("video", "video/quicktime", "mov", "qt"),
  named("video", "video/matroska", "mkv"),
  named("audio", "audio/mpeg", "mp3"),
  named("audio", "audio/mp4", "m4a", "mp4", "m4b"),
  ["audio/x-m4a", type("audio", "audio/mp4", "m4a", "mp4")],
  named("audio", "audio/aac", "aac"),
  named("audio", "audio/ogg", "ogg", "oga"),
  ["audio/ogg; codecs=opus", type("audio", "audio/ogg", "opus", "ogg", "oga")],
  named("audio", "audio/flac", "flac"),
  named("audio", "audio/wav", "wav"),
  named("document", "application/pdf", "pdf"),
  named("document", `${officeXml}.wordprocessingml.document`, "docx"),
  named("document", `${officeXml}.spreadsheetml.sheet`, "xlsx"),
  named("document", `${officeXml}.presentationml.presentation`, "pptx"),
  named("document", `${openDocument}.text`, "odt"),
  named("document", `${openDocument}.spreadsheet`, "ods"),
  named("document", `${openDocument}.presentation`, "odp"),
  named("document", "application/rtf", "rtf"),
  named("document", "application/epub+zip", "epub"),
  named("document", "application/zip", "zip"),
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
  "txt",
  ..."csv tsv md log json srt vtt ics vcf tex bib".split(" "),
);
/** Text formats that file-type recognises. */
export const textMimes: ReadonlySet<string> = new Set(["text/vtt", "text/calendar", "text/vcard"]);
