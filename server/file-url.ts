/** Address of a stored file; on our hosts without a host, so that it leads to the one that was asked (product.md §3). */
export type FileUrl = (storageKey: string, file: string) => string;

/** `mediaUrl`: another domain that serves the files (MEDIA_URL). */
export const fileUrlsOn =
  (mediaUrl: string | undefined): FileUrl =>
  (storageKey, file) =>
    `${mediaUrl?.replace(/\/+$/, "") ?? ""}/files/${storageKey}/${file}`;
