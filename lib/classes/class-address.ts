import { idText } from "#lib/http/schema.ts";
import { type ClassYears, readClassKey } from "#lib/members/class-key.ts";

/** The address of a class: its institution, and its key there. */
export interface ClassAddress {
  objectId: number;
  key: string;
  years: ClassYears;
}

/** The class that the path of a page names (without the locale); null when it names none. */
export function classAddressOf(pathname: string): ClassAddress | null {
  const [, segment, key = ""] = /^\/objects\/([^/]+)\/classes\/([^/]+)\/?$/.exec(pathname) ?? [];
  const objectId = idText.safeParse(segment).data;
  const years = readClassKey(key);
  return objectId === undefined || !years ? null : { objectId, key, years };
}
