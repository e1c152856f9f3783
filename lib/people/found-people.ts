import type { FoundPerson, InstitutionMember } from "#lib/people/schema.ts";

/** When the page of answers was asked for (ms): as of then its friendship statuses hold. */
interface Page<P> {
  data: P[];
  askedAt: number;
}

export type AsOf<P> = P & { askedAt: number };
export type PeoplePage = Page<FoundPerson> & { meta: { next: string | null } };
export type FoundPersonAsOf = AsOf<FoundPerson>;
export type InstitutionMemberAsOf = AsOf<InstitutionMember>;

/** Members of the loaded pages, each once, as the newest page knows them. */
export function foundPeople<P extends { id: number }>(pages: readonly Page<P>[]): AsOf<P>[] {
  const found = new Map<number, AsOf<P>>();
  for (const { data, askedAt } of pages) {
    for (const person of data) {
      const known = found.get(person.id);
      if (!known || known.askedAt < askedAt) found.set(person.id, { ...person, askedAt });
    }
  }
  return [...found.values()];
}
