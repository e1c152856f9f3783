/**
 * Whether an If-None-Match header names the etag (RFC 9110 §13.1.2). Compares weakly, because a proxy that compresses
 * an answer makes its etag weak.
 */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((given) => ["*", etag, `W/${etag}`].includes(given.trim()));
