import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api-client.ts";
import { user } from "#lib/auth/schema.ts";
import { dataOf } from "#lib/http/schema.ts";

const userAnswer = dataOf(user);

/** The member whom the token signs in. */
export const userQuery = (locale: string, token: string | null) =>
  queryOptions({
    queryKey: ["user", locale, token],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/user`, userAnswer, { signal })).data,
    enabled: token !== null,
  });
