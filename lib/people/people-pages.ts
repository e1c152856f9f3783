import type { AsOf } from "#lib/api/as-of.ts";
import type { FoundPerson, InstitutionMember } from "#lib/people/schema.ts";

type Page<P> = AsOf<{ data: P[] }>;
export type PeoplePage = Page<FoundPerson> & { meta: { next: string | null } };
export type FoundPersonAsOf = AsOf<FoundPerson>;
export type InstitutionMemberAsOf = AsOf<InstitutionMember>;

/** Persons of the loaded pages, each once, in the state of the newest page. */
export function foundPeople<P extends { id: number }>(pages: readonly Page<P>[]): AsOf<P>[] {
  const found = new Map<number, AsOf<P>>();
  for (const { data, requestedAt } of pages) {
    for (const person of data) {
      const known = found.get(person.id);
      if (!known || known.requestedAt < requestedAt)
        found.set(person.id, { ...person, requestedAt });
    }
  }
  return [...found.values()];
}
