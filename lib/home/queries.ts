import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { asOf } from "#lib/api/as-of.ts";
import { homeAnswer } from "#lib/home/schema.ts";

export const homeKey = ["home"] as const;

/** All blocks of the member's home page; every visit refetches, since the visit itself is noted (D-HOME). */
export const homeQuery = (locale: string) =>
  queryOptions({
    queryKey: [...homeKey, { locale }],
    queryFn: ({ signal }) =>
      asOf(async () => (await api.get(`/api/${locale}/home`, homeAnswer, { signal })).data),
    staleTime: 0,
  });
