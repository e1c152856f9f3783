import * as z from "zod/mini";
import { friendshipStatus, person } from "#lib/auth/schema.ts";
import {
  classmateTie,
  colleagueTie,
  invitedTie,
  inviterTie,
  mutualFriendsTie,
} from "#lib/auth/tie-schema.ts";
import { cursorText, dataOf, id, idText, messageBody, seekListOf } from "#lib/http/schema.ts";
import { inOrder, named, outOfOrder, yearMin } from "#lib/params/schema.ts";
import { text } from "#lib/validation/schema.ts";

const year = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{4}$/, "Site.invalid")), z.transform(Number)),
  z.int().check(z.gte(yearMin, "Site.invalid")),
);

/** Years of study, from one to the other; either end may be open. */
const yearsQuery = { start: z.optional(year), end: z.optional(year) };

/**
 * `q`: words of a name, in any order, each a prefix of surname, name or patronymic, in either script. `start` and
 * `end`: studied in any of these years, at the institution or in the region when one is given. A region includes its
 * districts, and matches where somebody studied or worked.
 */
export const peopleQuery = z
  .object({
    q: z.optional(text.check(z.maxLength(255))),
    region_id: z.optional(idText),
    object_id: z.optional(idText),
    ...yearsQuery,
    sphere_id: z.optional(idText),
    position_id: z.optional(idText),
    cursor: z.optional(cursorText),
  })
  .check(z.refine(({ start, end }) => start === undefined || inOrder({ start, end }), outOfOrder));
export type PeopleQuery = z.infer<typeof peopleQuery>;

/** The education and the job that matched the filters, else the latest ones. */
const studied = z.object({ object: named, start: z.int(), end: z.nullable(z.int()) });
const worked = z.object({
  position: named,
  company: z.string(),
  start: z.int(),
  end: z.nullable(z.int()),
});

/** A member who was found, and their friendship status with the reader. */
const foundPerson = z.extend(person, {
  status: friendshipStatus,
  education: z.nullable(studied),
  job: z.nullable(worked),
});
export type FoundPerson = z.infer<typeof foundPerson>;

export const peopleList = seekListOf(foundPerson);
export type PeopleList = z.infer<typeof peopleList>;

/** Why a member is suggested. */
const suggestionReason = z.discriminatedUnion("kind", [
  classmateTie,
  colleagueTie,
  mutualFriendsTie,
  inviterTie,
  invitedTie,
]);
export type SuggestionReason = z.infer<typeof suggestionReason>;

export const suggestion = z.extend(person, {
  status: friendshipStatus,
  reasons: z.array(suggestionReason),
});
export type Suggestion = z.infer<typeof suggestion>;

/**
 * GET /users/suggestions: the best ones, best first, all at once. DELETE /users/suggestions/{id}: never suggest that
 * member again.
 */
export const suggestionList = dataOf(z.array(suggestion));
export const suggestionDecided = messageBody;

/** A member of an institution, and when they studied there; `is_classmate`: together with the reader. */
const institutionMember = z.extend(person, {
  id,
  status: friendshipStatus,
  speciality: z.nullable(z.string()),
  start: z.int(),
  end: z.nullable(z.int()),
  is_classmate: z.boolean(),
});
export type InstitutionMember = z.infer<typeof institutionMember>;

/** GET /objects/{id}/members: each member once, classmates first, then by the year they began, newest first. */
export const institutionMembersFilter = z
  .object({ ...yearsQuery, cursor: z.optional(cursorText) })
  .check(z.refine(({ start, end }) => start === undefined || inOrder({ start, end }), outOfOrder));
export const institutionMemberList = seekListOf(institutionMember);
export type InstitutionMemberList = z.infer<typeof institutionMemberList>;
