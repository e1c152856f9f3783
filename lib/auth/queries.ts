import { queryOptions } from "@tanstack/react-query";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { isTransient } from "#lib/api/api-failure.ts";
import { user } from "#lib/auth/schema.ts";
import { dataOf, messageBody } from "#lib/http/schema.ts";

const userAnswer = dataOf(user);

/** The member whom the token signs in. */
export const userQuery = (locale: string, token: string | null) =>
  queryOptions({
    queryKey: ["user", locale, token],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/user`, userAnswer, { signal })).data,
    enabled: token !== null,
    refetchInterval: ({ state }) => (isTransient(state.error) ? askAgainMs : false),
  });

/** The retry after a failure of the server, which no reconnect of the network triggers. */
const askAgainMs = 5000;

/**
 * The fault that sign-up would find in a whole address, translated; null when it is free. It is unknown (an error)
 * where the server cannot be asked or refuses to say. It is asked once for each address, because the sign-up itself
 * decides.
 */
export const addressFaultQuery = (locale: string, email: string | null) =>
  queryOptions({
    queryKey: ["address-fault", locale, email],
    queryFn: async ({ signal }) => {
      try {
        const path = `/api/${locale}/registration/email`;
        await api.post(path, messageBody, { email }, { signal });
        return null;
      } catch (failure) {
        const fault = failure instanceof ApiFailure ? failure.errors?.email?.[0] : undefined;
        if (fault === undefined) throw failure;
        return fault;
      }
    },
    enabled: email !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
