import type { InstitutionMember } from "#lib/people/schema.ts";

export interface MembersByYear<M> {
  classmates: M[];
  /** The others, by the year they began, the newest first. */
  years: { year: number; members: M[] }[];
}

/** As the list of an institution shows its members. Their order within a group stays. */
export function membersByYear<M extends Pick<InstitutionMember, "is_classmate" | "start">>(
  members: readonly M[],
): MembersByYear<M> {
  const classmates = members.filter((member) => member.is_classmate);
  const years = new Map<number, M[]>();
  for (const member of members) {
    if (member.is_classmate) continue;
    years.set(member.start, [...(years.get(member.start) ?? []), member]);
  }
  return {
    classmates,
    years: [...years]
      .map(([year, group]) => ({ year, members: group }))
      .sort((one, other) => other.year - one.year),
  };
}
