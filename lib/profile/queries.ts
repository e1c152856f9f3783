import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { asOf } from "#lib/api/as-of.ts";
import { dataOf } from "#lib/http/schema.ts";
import { profileKey } from "#lib/members/profile-key.ts";
import { memberProfileAnswer, ownStatistics } from "#lib/profile/schema.ts";

const statisticsAnswer = dataOf(ownStatistics);

/** Counters of the signed-in member, and the views of their profile by day. */
export const statisticsQuery = (locale: string) =>
  queryOptions({
    queryKey: [...profileKey, "statistics", { locale }],
    queryFn: async ({ signal }) => {
      const answer = await api.get(`/api/${locale}/profile/statistics`, statisticsAnswer, {
        signal,
      });
      return answer.data;
    },
  });

/** One member. */
export const memberProfileQuery = (locale: string, id: number) =>
  queryOptions({
    queryKey: [...profileKey, "member", id, { locale }],
    queryFn: ({ signal }) =>
      asOf(
        async () =>
          (await api.get(`/api/${locale}/user/${id}`, memberProfileAnswer, { signal })).data,
      ),
  });
