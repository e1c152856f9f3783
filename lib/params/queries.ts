/** The reference data of the forms of educations and jobs, which hardly ever changes. */
import { keepPreviousData, type QueryKey, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { dataOf } from "#lib/http/schema.ts";
import type { Query } from "#lib/http/with-query.ts";
import { named, namedList, placedAnswer, placedList } from "#lib/params/schema.ts";

const staleTimeMs = 60 * 60_000;
const paramsKey = ["params"] as const;

const listPath = (locale: string, list: string) => `/api/${locale}/profile/setting/params/${list}`;

const namedOf = (locale: string, list: string, filter: Query = {}) =>
  queryOptions({
    queryKey: [...paramsKey, list, { locale, ...filter }],
    queryFn: async ({ signal }) =>
      (await api.get(listPath(locale, list), namedList, { query: filter, signal })).data,
    staleTime: staleTimeMs,
    gcTime: staleTimeMs,
  });

/** The kinds of institution. */
export const establishmentsQuery = (locale: string) => namedOf(locale, "establishments");

/** The kind whose institutions members may add where the lists lack them; empty where no kind allows that. */
export const ordinarySchoolsQuery = (locale: string) =>
  namedOf(locale, "establishments", { ordinary_schools: "true" });

/** The keys of searches for institutions. */
export const placedSearches = [
  [...paramsKey, "placed"],
  [...paramsKey, "objects"],
];

/** The regions directly below one, or the top ones. */
export const regionsQuery = (locale: string, parentId?: number) =>
  namedOf(locale, "regions", { parent_id: parentId });

/** The regions from a top one down to the given one, inclusive; empty for an unknown one. */
export const regionPathQuery = (locale: string, id: number) =>
  namedOf(locale, "regions", { path_to: id });

export interface InstitutionSearch {
  establishmentId?: number | undefined;
  regionId?: number | undefined;
  q: string;
}

/** Institutions of a kind in a region and below it; the former results stay while other words load. */
export const objectsQuery = (
  locale: string,
  { establishmentId, regionId, q }: InstitutionSearch,
) => {
  const place = { establishment_id: establishmentId, region_id: regionId };
  const options = namedOf(locale, "objects", { ...place, q });
  return queryOptions({
    ...options,
    placeholderData: (found, before) =>
      isOfPlace(before?.queryKey, { locale, ...place }) ? found : undefined,
  });
};

/** The first institutions of any kind and place that match the words; the former results stay while other words load. */
export const placedObjectsQuery = (locale: string, q: string) =>
  queryOptions({
    queryKey: [...paramsKey, "placed", { locale, q }],
    queryFn: ({ signal }) =>
      api.get(`/api/${locale}/objects`, placedList, { query: { q }, signal }),
    staleTime: staleTimeMs,
    placeholderData: keepPreviousData,
  });

/** An institution with the regions that a form needs. */
export const placedObjectQuery = (locale: string, id: number) =>
  queryOptions({
    queryKey: [...paramsKey, "placed", id, { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/objects/${id}`, placedAnswer, { signal })).data,
    staleTime: staleTimeMs,
  });

/** The name of an institution. */
export const objectQuery = (locale: string, id: number) =>
  queryOptions({
    queryKey: [...paramsKey, "object", { locale, id }],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/objects/${id}`, dataOf(named), { signal })).data,
    staleTime: staleTimeMs,
  });

function isOfPlace(key: QueryKey | undefined, place: Query): boolean {
  const asked = key?.[2] as Query | undefined; // the key that namedOf made
  return Object.entries(place).every(([name, value]) => asked?.[name] === value);
}

export const spheresQuery = (locale: string) => namedOf(locale, "spheres");

export const positionsQuery = (locale: string, sphereId?: number) =>
  namedOf(locale, "positions", { sphere_id: sphereId });
