import { z } from "zod";
import { person } from "#lib/auth/schema.ts";
import { cursorText, seekListOf } from "#lib/http/schema.ts";
import { text } from "#lib/validation/schema.ts";

/** `q`: words of a name, in any order, each a prefix of surname, name or patronymic. */
export const peopleQuery = z.object({
  q: text.max(255).optional(),
  cursor: cursorText.optional(),
});

export const peopleList = seekListOf(person);
export type PeopleList = z.infer<typeof peopleList>;
