import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { dataOf } from "#lib/http/schema.ts";
import { siteSettings } from "#lib/settings/schema.ts";

const siteSettingsAnswer = dataOf(siteSettings);

export const siteSettingsQuery = (locale: string) =>
  queryOptions({
    queryKey: ["site-settings", locale],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/settings`, siteSettingsAnswer, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
