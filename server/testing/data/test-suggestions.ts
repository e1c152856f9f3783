/** Suggestions through the API, and members who are something to each other. */
import type { Suggestion } from "#lib/people/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import type { SignedInMember } from "#server/testing/data/insert-members.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

export function testSuggestions(kampus: TestKampus) {
  const past = testPast(kampus);
  const profiles = testProfiles(kampus);

  /** In the order of the answer. */
  const to = ({ token }: SignedInMember, locale = "en"): Promise<Suggestion[]> =>
    dataFrom<Suggestion[]>(kampus.get(`/api/${locale}/users/suggestions`, { token }));

  return {
    to,
    idsTo: async (member: SignedInMember) => (await to(member)).map(({ id }) => id),
    reasonsTo: async (member: SignedInMember, { id }: { id: number }) =>
      (await to(member)).find((one) => one.id === id)?.reasons,

    dismiss: ({ token }: SignedInMember, id: number | string) =>
      kampus.delete(`/api/en/users/suggestions/${id}`, { token }),
    restore: ({ token }: SignedInMember, id: number | string) =>
      kampus.put(`/api/en/users/suggestions/${id}`, {}, { token }),

    /** Studied there at the same time. */
    async classmates(objectId: number, ...members: SignedInMember[]): Promise<void> {
      for (const member of members) await past.studied(member, objectId, [2005, 2009]);
    },

    /** `friend` is a friend of both. */
    async introduce(one: SignedInMember, friend: SignedInMember, other: SignedInMember) {
      await profiles.befriend(one, friend);
      await profiles.befriend(friend, other);
    },
  };
}
