import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { privacyAnswer } from "#lib/privacy/schema.ts";

export const privacyPath = (locale: string) => `/api/${locale}/profile/setting/privacy`;

/** Who sees what of the member. */
export const privacyQuery = (locale: string) =>
  queryOptions({
    queryKey: ["privacy", { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(privacyPath(locale), privacyAnswer, { signal })).data,
  });
