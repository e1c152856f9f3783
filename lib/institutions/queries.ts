import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import {
  institutionAnswer,
  institutionFaceAnswer,
  institutionList,
  popularAnswer,
} from "#lib/institutions/schema.ts";

interface Filter {
  establishmentId?: number | undefined;
  regionId?: number | undefined;
  q?: string | undefined;
}

/** Institutions by name, 24 a page; the former answer stays while a changed filter loads. */
export const institutionsQuery = (locale: string, { establishmentId, regionId, q }: Filter = {}) =>
  infiniteQueryOptions({
    queryKey: ["institutions", { locale, establishmentId, regionId, q }],
    queryFn: ({ pageParam, signal }) => {
      const place = { establishment_id: establishmentId, region_id: regionId };
      const query = { ...place, q, cursor: pageParam };
      return api.get(`/api/${locale}/objects`, institutionList, { query, signal });
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

/** Name, kind and place of an institution, which hardly ever change. */
export const institutionQuery = (locale: string, id: number) =>
  queryOptions({
    queryKey: ["institutions", "one", id, { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/objects/${id}`, institutionAnswer, { signal })).data,
    staleTime: 60 * 60_000,
  });

/** The public count of members of an institution. The server counts once an hour. */
export const institutionFaceQuery = (locale: string, id: number) =>
  queryOptions({
    queryKey: ["institutions", "face", id, { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/objects/${id}/years`, institutionFaceAnswer, { signal })).data,
    staleTime: 10 * 60_000,
  });

/** The institutions with the most members, and how many there are of both. */
export const popularQuery = (locale: string) =>
  queryOptions({
    queryKey: ["institutions", "popular", { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/objects/popular`, popularAnswer, { signal })).data,
    staleTime: 5 * 60_000,
  });
