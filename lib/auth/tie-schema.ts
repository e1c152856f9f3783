/** What two members have in common, as one of them sees it. */
import * as z from "zod/mini";
import { person } from "#lib/auth/schema.ts";
import { id } from "#lib/http/schema.ts";

const object = z.object({ id, name: z.string() });

/**
 * Both studied there, in overlapping years (`years`); in one class, with its key (D-CLASS); and in one study group, as
 * the other member writes it.
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

/** One of the two came by an invitation of the other (D-INVITE). */
export const inviterTie = z.object({ kind: z.literal("inviter") });
export const invitedTie = z.object({ kind: z.literal("invited") });

/** Both studied there, each in years of their own. */
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
