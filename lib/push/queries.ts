import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { pushStateAnswer } from "#lib/push/schema.ts";

export const pushPath = (locale: string) => `/api/${locale}/profile/setting/push`;

/** Whether this session is notified by push, and the server's public key. */
export const pushStateQuery = (locale: string) =>
  queryOptions({
    queryKey: ["push", { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(pushPath(locale), pushStateAnswer, { signal })).data,
  });
