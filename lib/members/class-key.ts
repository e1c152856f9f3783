/**
 * A class: members who left one institution in one year or, of those who still study there, began in one year
 * (D-CLASS). Its key stands in addresses: "2014" for those who left in 2014, "since-2022" for those who have studied
 * since 2022.
 */
import * as z from "zod/mini";
import { id, idText } from "#lib/http/schema.ts";
import { yearMin, yearNow } from "#lib/params/schema.ts";

/** `start` is null in a class of members who have left, `end` in a class of members who still study. */
export interface ClassYears {
  start: number | null;
  end: number | null;
}

/** The addresses of pages accept any year of two centuries (lib/site/pages.ts), of which `readClassKey` refuses some. */
const written = /^(since-)?(\d{4})$/;

/** The class of an education. */
export const classOf = ({ start, end }: { start: number; end: number | null }): ClassYears =>
  end === null ? { start, end: null } : { start: null, end };

export const classKeyOf = ({ start, end }: ClassYears): string =>
  end === null ? `since-${start}` : String(end);

/** Null for text that is no key, and for years in which nobody can have studied. */
export function readClassKey(key: string): ClassYears | null {
  const [, since, digits] = written.exec(key) ?? [];
  const year = Number(digits);
  if (!(year >= yearMin && year <= yearNow())) return null;
  return since ? { start: year, end: null } : { start: null, end: year };
}

export const classKey = z
  .string({ error: "Site.invalid" })
  .check(z.refine((key) => readClassKey(key) !== null, { error: "Site.invalid" }));

/** In `/objects/{id}/classes/{key}`. */
export const classParams = z.object({ id: idText, key: classKey });

export const chatClass = z.object({
  object_id: id,
  key: z.string(),
  start: z.nullable(z.int()),
  end: z.nullable(z.int()),
});
export type ChatClass = z.infer<typeof chatClass>;
