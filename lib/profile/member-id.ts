import { idText } from "#lib/http/schema.ts";

/** The member whom the path of a page names (without the locale); null when it names none. */
export function memberIdOf(pathname: string): number | null {
  const segment = /^\/users\/([^/]+)\/?$/.exec(pathname)?.[1];
  return idText.safeParse(segment).data ?? null;
}
