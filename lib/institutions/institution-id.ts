import { idText } from "#lib/http/schema.ts";

/** The institution that the path of a page, or of one of its classes, names (without the locale); null when it names none. */
export function institutionIdOf(pathname: string): number | null {
  const segment = /^\/objects\/([^/]+)(?:\/classes\/[^/]+)?\/?$/.exec(pathname)?.[1];
  return idText.safeParse(segment).data ?? null;
}
