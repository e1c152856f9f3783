/** What two members have in common, as one of them sees it. */
import * as z from "zod/mini";
import { person } from "#lib/auth/schema.ts";
import { id } from "#lib/http/schema.ts";

const object = z.object({ id, name: z.string() });

/**
 * Studied there together, with the years in which both were there; of one class, with its key (D-CLASS), and of one group
 * in it, with the group as the other writes it.
 */
export const classmateTie = z.object({
  kind: z.literal("classmate"),
  object,
  start: z.int(),
  end: z.nullable(z.int()),
  class_key: z.optional(z.string()),
  group: z.optional(z.string()),
});

export const colleagueTie = z.object({ kind: z.literal("colleague"), company: z.string() });

/** Friends in common, of whom three are shown. */
export const mutualFriendsTie = z.object({
  kind: z.literal("mutual_friends"),
  count: z.int(),
  friends: z.array(person),
});

/** Came by an invitation of the reader, or the reader by one of theirs (D-INVITE). */
export const inviterTie = z.object({ kind: z.literal("inviter") });
export const invitedTie = z.object({ kind: z.literal("invited") });

/** Studied there, each in years of their own. */
const schoolmateTie = z.object({ kind: z.literal("schoolmate"), object });

export const tie = z.discriminatedUnion("kind", [
  classmateTie,
  schoolmateTie,
  colleagueTie,
  mutualFriendsTie,
  inviterTie,
  invitedTie,
]);
export type Tie = z.infer<typeof tie>;
