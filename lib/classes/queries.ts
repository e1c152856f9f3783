import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { asOf } from "#lib/api/as-of.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { classAnswer, classList, classMemberList } from "#lib/classes/schema.ts";
import { allClassesKey } from "#lib/members/all-classes-key.ts";

type Place = Pick<ClassAddress, "objectId" | "key">;

/** The prefix of the keys of everything that is shown of the classes of an institution. */
export const classesKey = (objectId: number) => [...allClassesKey, objectId] as const;
export const classKeyed = ({ objectId, key }: Place) =>
  [...classesKey(objectId), "one", key] as const;

const pathOf = (locale: string, { objectId, key }: Place) =>
  `/api/${locale}/objects/${objectId}/classes/${key}`;

/** The classes of an institution by year. */
export const classesQuery = (locale: string, objectId: number) =>
  infiniteQueryOptions({
    queryKey: [...classesKey(objectId), "list", { locale }],
    queryFn: ({ pageParam, signal }) =>
      api.get(`/api/${locale}/objects/${objectId}/classes`, classList, {
        query: { cursor: pageParam },
        signal,
      }),
    ...byCursor,
  });

/** One class. Other members may join it and its chat, so every visit refetches. */
export const classQuery = (locale: string, place: Place) =>
  queryOptions({
    queryKey: [...classKeyed(place), { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(pathOf(locale, place), classAnswer, { signal })).data,
    staleTime: 0,
  });

interface RosterFilter {
  /** Empty: every study group. */
  group: string;
  q: string;
}

export const classMembersQuery = (locale: string, place: Place, { group, q }: RosterFilter) =>
  infiniteQueryOptions({
    queryKey: [...classKeyed(place), "members", { locale, group, q }],
    queryFn: ({ pageParam, signal }) => {
      const path = `${pathOf(locale, place)}/members`;
      const query = { group, q, cursor: pageParam };
      return asOf(() => api.get(path, classMemberList, { query, signal }));
    },
    ...byCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
