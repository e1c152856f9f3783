import { useHintDismissed } from "#lib/profile/dismissed-hint.ts";
import type { Statistics } from "#lib/profile/schema.ts";
import { type Route, routes } from "#lib/routes.ts";

/** The parts that make a member easy to find and to recognise, in the order in which they are asked for. */
const parts = [
  { of: "images", text: "hintPhoto", route: routes.imagesSettings() },
  { of: "educations", text: "hintEducation", route: routes.educationsSettings() },
  { of: "jobs", text: "hintJob", route: routes.jobsSettings() },
  { of: "friends", text: "hintFriends", route: routes.findPeople() },
] as const satisfies { of: keyof Statistics; text: string; route: Route }[];

export type ProfilePart = (typeof parts)[number];

export function completenessOf(statistics: Pick<Statistics, ProfilePart["of"]>) {
  const missing = parts.filter(({ of }) => statistics[of] === 0);
  return { missing, done: parts.length - missing.length, total: parts.length };
}

/** Whether the own profile shows one list of its missing parts, in place of an empty section for each. */
export function useHintShown(memberId: number, statistics: Statistics | undefined): boolean {
  const isDismissed = useHintDismissed(memberId);
  return !isDismissed && statistics !== undefined && completenessOf(statistics).missing.length > 0;
}
