import { queryOptions } from "@tanstack/react-query";
import { accountAnswer, accountSessions } from "#lib/account/schema.ts";
import { api } from "#lib/api/api-client.ts";

const sessionsEveryMs = 5000;

export const settingPath = (locale: string) => `/api/${locale}/profile/setting`;

/** The account as its settings show it. */
export const accountQuery = (locale: string) =>
  queryOptions({
    queryKey: ["account", "own", { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(`${settingPath(locale)}/account`, accountAnswer, { signal })).data,
  });

/** The sessions of the account, the last used first. No event reports a sign-out elsewhere, so every visit refetches. */
export const sessionsQuery = (locale: string) =>
  queryOptions({
    queryKey: ["account", "sessions", { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(`${settingPath(locale)}/sessions`, accountSessions, { signal })).data,
    staleTime: 0,
    refetchInterval: sessionsEveryMs,
  });
