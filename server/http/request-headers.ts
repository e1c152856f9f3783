/**
 * Whether an If-None-Match header names the etag (RFC 9110 §13.1.2). Compares weakly, because a proxy that compresses
 * an answer makes its etag weak.
 */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((given) => ["*", etag, `W/${etag}`].includes(given.trim()));

/** The values of all cookies of this name, in their order; `header` is that of a request. */
export const cookiesNamed = (name: string, header = ""): string[] =>
  header
    .split(";")
    .map((pair) => pair.trim())
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? pair.slice(name.length + 1) : []));
