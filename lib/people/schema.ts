import * as z from "zod/mini";
import { friendshipStatus, person } from "#lib/auth/schema.ts";
import { cursorText, seekListOf } from "#lib/http/schema.ts";
import { text } from "#lib/validation/schema.ts";

/** `q`: words of a name, in any order, each a prefix of surname, name or patronymic. */
export const peopleQuery = z.object({
  q: z.optional(text.check(z.maxLength(255))),
  cursor: z.optional(cursorText),
});

/** A member who was found, and what they are to the one who asks. */
export const foundPerson = z.extend(person, { status: friendshipStatus });
export type FoundPerson = z.infer<typeof foundPerson>;

export const peopleList = seekListOf(foundPerson);
export type PeopleList = z.infer<typeof peopleList>;
