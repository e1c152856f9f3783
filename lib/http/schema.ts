/** The envelopes of every answer and the parameters that many routes share (D-CONTRACT). */
import * as z from "zod/mini";
import { missingOrInvalid } from "#lib/validation/schema.ts";

export const idMax = 2_147_483_647;

/** An id in a body. */
export const id = z
  .int({ error: missingOrInvalid })
  .check(z.gte(1, "Site.invalid"), z.lte(idMax, "Site.invalid"));

/** The id that a page gives to what it makes, by which the server knows a repetition (D-REPEATED). */
export const clientId = z.guid({ error: missingOrInvalid });

/** An id in a path or a query: digits only, so that "1e3" or " 5" name nothing. */
export const idText = z.pipe(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number)),
  id,
);

export const idParams = z.object({ id: idText });

/** ISO 8601 UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

export const dataOf = <T extends z.core.$ZodType>(data: T) => z.object({ data });

/** A list paged by key: `next` is an opaque cursor for the following page. */
export const seekListOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({ data: z.array(item), meta: z.object({ next: z.nullable(z.string()) }) });

export const cursorText = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,512}$/));

/** The payload of an event that says everything by its name. */
export const noContent = z.object({});

export const messageBody = z.object({ message: z.string() });

export const messageWith = <T extends z.core.$ZodType>(data: T) =>
  z.object({ message: z.string(), data });
