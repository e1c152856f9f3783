import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { categoriesAnswer } from "#lib/categories/schema.ts";

/** The whole tree; it changes only when the operator replaces the reference data. */
export const categoriesQuery = (locale: string) =>
  queryOptions({
    queryKey: ["categories", locale],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/categories`, categoriesAnswer, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
