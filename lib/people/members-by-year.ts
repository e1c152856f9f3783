import { yearNow } from "#lib/params/schema.ts";
import type { InstitutionMember } from "#lib/people/schema.ts";

type Studied = Pick<InstitutionMember, "is_classmate" | "start">;

interface MembersByYear<M> {
  classmates: M[];
  /** The others, by the year they began (both years included), newest first. */
  groups: { from: number; to: number; members: M[] }[];
}

/** Members as the list of an institution shows them, `years` to a group. Their order within a group stays. */
export function membersByYear<M extends Studied>(
  members: readonly M[],
  years: number,
): MembersByYear<M> {
  const classmates = members.filter((member) => member.is_classmate);
  const groups = new Map<number, M[]>();
  for (const member of members) {
    if (member.is_classmate) continue;
    const from = member.start - (member.start % years);
    groups.set(from, [...(groups.get(from) ?? []), member]);
  }
  return {
    classmates,
    groups: [...groups]
      .map(([from, group]) => ({
        from,
        to: Math.max(from, Math.min(from + years - 1, yearNow())),
        members: group,
      }))
      .sort((one, other) => other.from - one.from),
  };
}

const readableMin = 3;

/** Where few members begin in a year, ten years share a heading. */
export function yearsOfGroup(members: readonly Studied[]): number {
  const others = members.filter((member) => !member.is_classmate);
  const years = new Set(others.map(({ start }) => start)).size;
  return others.length < years * readableMin ? 10 : 1;
}
