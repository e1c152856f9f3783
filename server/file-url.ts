import type { AddressSigning } from "#server/address-signing.ts";

/** Address of a stored file; on our hosts without a host, so that it leads to the one that was asked (product.md §3). */
export interface FileUrl {
  (storageKey: string, file: string): string;
  /** Of one that is not open to whoever knows where it is. */
  signed: (storageKey: string, file: string) => string;
}

/** `mediaUrl`: another domain that serves the files (MEDIA_URL). */
export function fileUrlsOn(mediaUrl: string | undefined, { sign }: AddressSigning): FileUrl {
  const open = (storageKey: string, file: string) =>
    `${mediaUrl?.replace(/\/+$/, "") ?? ""}/files/${storageKey}/${file}`;
  return Object.assign(open, {
    signed: (storageKey: string, file: string) =>
      `${open(storageKey, file)}?${sign(`${storageKey}/${file}`)}`,
  });
}
