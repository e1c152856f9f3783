import type { Media } from "#lib/files/schema.ts";

/** Where the server gives the file under its name, to be kept and never to be shown. */
export const downloadUrl = ({ url }: Pick<Media, "url">) => `${url}?download`;
