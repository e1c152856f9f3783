import { create } from "content-disposition";
import type { LinkReader } from "#server/http/address-signing.ts";
import { isFileKey } from "#server/storage/storage.ts";

/** A file as its owner uploaded it. */
interface GivenFile {
  name: string;
  mime: string;
  bytes: number;
  /** Whether the file is open to everybody who knows its address. */
  isOpen: boolean;
  /** Whether the file is open to the reader whom its address names. */
  isForReader: boolean;
}

/** Finds the file of a storage key; undefined when no row claims it. */
export type FindGivenFile = (
  storageKey: string,
  reader: LinkReader | undefined,
) => Promise<GivenFile | undefined>;

export interface StoredFile {
  key: string;
  mime: string;
  name: string;
  /** Null where only the store knows the size: then the whole file is sent. */
  bytes: number | null;
  /** When the address expires, in milliseconds; null if it never does. */
  until: number | null;
}

/** Types that a browser shows or plays but never runs. */
const shownTypes = /^(?:image\/(?:webp|jpeg|png|gif|avif)|video\/(?:mp4|webm)|audio\/[\w.+-]+)$/;

/**
 * The file at an address below /files, which is signed for `reader` or for nobody; undefined: it cannot exist, or not
 * for them. Whether it exists is known once the store has answered.
 */
export async function findStoredFile(
  key: string,
  reader: (LinkReader & { untilMs: number }) | undefined,
  findGivenFile: FindGivenFile,
): Promise<StoredFile | undefined> {
  if (!isFileKey(key)) return undefined;
  const file = key.slice(key.lastIndexOf("/") + 1);
  const isPicture = file.endsWith(".webp");
  const picture = { key, mime: "image/webp", name: file, bytes: null };
  if (isPicture && /^(?:images|chats)\//.test(key)) return { ...picture, until: null };
  const given = await findGivenFile(key.slice(0, -file.length - 1), reader);
  if (!given) return undefined;
  const { isOpen, isForReader, ...described } = given;
  const found = { key, ...described, ...(isPicture && picture) };
  if (isOpen) return { ...found, until: null };
  return reader && isForReader ? { ...found, until: reader.untilMs } : undefined;
}

/** Saved rather than shown, unless its type can never make a browser run it (SEC-U3). */
export function disposition({ mime, name }: StoredFile, isDownload: boolean): string {
  return create(name, { type: shownTypes.test(mime) && !isDownload ? "inline" : "attachment" });
}

/** The content of an address never changes. */
export const etagOf = ({ key }: StoredFile) => `"${key.replaceAll("/", "-")}"`;
