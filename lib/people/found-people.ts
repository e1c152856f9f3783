import type { FoundPerson, PeopleList } from "#lib/people/schema.ts";

/** When the page of answers was asked for (ms): as of then its friendship statuses hold. */
export interface PeoplePage extends PeopleList {
  askedAt: number;
}

export type FoundPersonAsOf = FoundPerson & { askedAt: number };

/** Members of the loaded pages, each once, as the newest page knows them. */
export function foundPeople(pages: readonly PeoplePage[]): FoundPersonAsOf[] {
  const found = new Map<number, FoundPersonAsOf>();
  for (const { data, askedAt } of pages) {
    for (const person of data) {
      const known = found.get(person.id);
      if (!known || known.askedAt < askedAt) found.set(person.id, { ...person, askedAt });
    }
  }
  return [...found.values()];
}
