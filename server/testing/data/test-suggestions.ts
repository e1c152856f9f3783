/** Suggestions through the API, and members who are something to each other. */
import type { Suggestion } from "#lib/people/schema.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

export type Three = [SignedInMember, SignedInMember, SignedInMember];

export async function threeMembers(kampus: TestKampus): Promise<Three> {
  const [one, other, third] = await signedInMembers(kampus, 3);
  if (!one || !other || !third) throw new Error("three members were inserted");
  return [one, other, third];
}

export function testSuggestions(kampus: TestKampus) {
  const past = testPast(kampus);
  const profiles = testProfiles(kampus);

  /** In the order of the answer. */
  const to = async ({ token }: SignedInMember, locale = "en"): Promise<Suggestion[]> => {
    const answer = await kampus.get(`/api/${locale}/users/suggestions`, { token });
    if (answer.statusCode !== 200) throw new Error(`suggestions: ${answer.body}`);
    return answer.json<{ data: Suggestion[] }>().data;
  };

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
