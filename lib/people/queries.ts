import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { type PeopleFilters, queryOf } from "#lib/people/filters.ts";
import { institutionMembers, peopleList, suggestionList } from "#lib/people/schema.ts";

export const peopleKey = ["people"] as const;

/** Members whom the filters find, everybody without one; the previous answer stays meanwhile. */
export const peopleSearchQuery = (locale: string, filters: PeopleFilters) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, "search", { locale, ...filters }],
    queryFn: async ({ pageParam, signal }) => {
      const askedAt = Date.now();
      const path = withQuery(`/api/${locale}/users`, { ...queryOf(filters), cursor: pageParam });
      return { ...(await api.get(path, peopleList, { signal })), askedAt };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.meta.next,
    placeholderData: keepPreviousData,
  });

/** Whom the member may know, best first. Educations, jobs and friendships change it: every visit asks anew. */
export const suggestionsQuery = (locale: string) =>
  queryOptions({
    queryKey: [...peopleKey, "suggestions", { locale }],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const { data } = await api.get(`/api/${locale}/users/suggestions`, suggestionList, {
        signal,
      });
      return { people: data, askedAt };
    },
    staleTime: 0,
  });

/** Years of study, both ends included; either may be open. */
export interface Years {
  start?: number;
  end?: number;
}

/** Begins the keys of all that is asked about who studied at an institution. */
export const institutionMembersKey = (id: number) => [...peopleKey, "institution", id] as const;

/**
 * Who studied at an institution: classmates first, then by the year they began, newest first. Who the classmates are
 * changes with the member's own educations: every visit asks anew.
 */
export const institutionMembersQuery = (locale: string, id: number, years: Years) =>
  infiniteQueryOptions({
    queryKey: [...institutionMembersKey(id), { locale, ...years }],
    queryFn: async ({ pageParam, signal }) => {
      const askedAt = Date.now();
      const query = { ...queryOf(years), cursor: pageParam };
      const path = withQuery(`/api/${locale}/objects/${id}/members`, query);
      return { ...(await api.get(path, institutionMembers, { signal })), askedAt };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.meta.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

function withQuery(path: string, { cursor, ...query }: Record<string, string>): string {
  const given = new URLSearchParams({ ...query, ...(cursor && { cursor }) });
  return given.size > 0 ? `${path}?${given}` : path;
}
