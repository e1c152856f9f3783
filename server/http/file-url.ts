import type { AddressSigning, LinkReader } from "#server/http/address-signing.ts";
import type { Db } from "#server/db/database.ts";

/** Makes addresses of stored files; on our hosts without a host, so that they use the host of the request. */
export interface FileUrl {
  (storageKey: string, file: string): string;
  /** The signed address of a private file, for this reader. */
  forReader: (url: string, reader: LinkReader) => string;
}

const folder = "/files/";

/** `mediaUrl`: another domain that serves the files (MEDIA_URL). */
export function fileUrlsOn(mediaUrl: string | undefined, { sign }: AddressSigning): FileUrl {
  const origin = mediaUrl?.replace(/\/+$/, "") ?? "";
  const open = (storageKey: string, file: string) => `${origin}${folder}${storageKey}/${file}`;
  return Object.assign(open, {
    forReader: (url: string, reader: LinkReader) =>
      `${url}?${sign(url.slice(origin.length + folder.length), reader)}`,
  });
}

/** Members as readers of files, by their ids. */
export async function findLinkReaders(db: Db, ids: number[]): Promise<Map<number, LinkReader>> {
  const rows = await db
    .selectFrom("link_epochs")
    .select(["user_id", "epoch"])
    .where("user_id", "in", ids)
    .execute();
  const epochOf = new Map(rows.map(({ user_id, epoch }) => [user_id, epoch]));
  return new Map(ids.map((id) => [id, { id, epoch: epochOf.get(id) ?? 0 }]));
}
