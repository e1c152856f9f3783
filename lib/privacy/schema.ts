import * as z from "zod/mini";
import { dataOf, messageWith } from "#lib/http/schema.ts";
import { birthdayAudience } from "#lib/members/birthday-schema.ts";

export const audience = z.enum(["everyone", "friends", "nobody"], { error: "Site.invalid" });

/** The audience of a section of the profile; "classmates" means classmates and friends (D-SECTIONS). */
const sectionAudience = z.enum(["everyone", "classmates", "friends", "nobody"], {
  error: "Site.invalid",
});

/**
 * Who may see a member's photos, educations, jobs, media, friends, last visit and birthday, who may write to them, and
 * whether they are suggested to others.
 */
export const privacy = z.object({
  images: sectionAudience,
  educations: sectionAudience,
  jobs: sectionAudience,
  media: sectionAudience,
  friends: audience,
  last_seen: audience,
  messages: audience,
  suggestions: z.enum(["everyone", "nobody"], { error: "Site.invalid" }),
  /** Without a choice: nobody while the member has no birthday, friends once there is one (D-BIRTHDAY). */
  birthday: birthdayAudience,
});
export type Privacy = z.infer<typeof privacy>;

/** Settings that are not named stay as they are, so that two devices do not revert each other's choices. */
export const privacyInput = z.partial(privacy).check(
  ({ value, issues }) => {
    if (Object.keys(value).length > 0) return;
    for (const subject of Object.keys(privacy.shape))
      issues.push({ code: "custom", input: value, path: [subject], message: "Site.required" });
  },
  z.meta({ minProperties: 1 }),
);
export type PrivacyInput = z.infer<typeof privacyInput>;

export const privacyAnswer = dataOf(privacy);
export const privacyChanged = messageWith(privacy);
