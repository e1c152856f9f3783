import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { asOf } from "#lib/api/as-of.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import type { PeopleFilters } from "#lib/people/filters.ts";
import { institutionMemberList, peopleList, suggestionList } from "#lib/people/schema.ts";

export const peopleKey = ["people"] as const;

/** Members found by the filters, or everybody without filters; the former answer stays while a changed filter loads. */
export const peopleSearchQuery = (locale: string, filters: PeopleFilters) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, "search", { locale, ...filters }],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filters, cursor: pageParam };
      return asOf(() => api.get(`/api/${locale}/users`, peopleList, { query, signal }));
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

/** Suggestions, best first. Educations, jobs and friendships change them, so every visit refetches. */
export const suggestionsQuery = (locale: string) =>
  queryOptions({
    queryKey: [...peopleKey, "suggestions", { locale }],
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now();
      const { data } = await api.get(`/api/${locale}/users/suggestions`, suggestionList, {
        signal,
      });
      return { people: data, requestedAt };
    },
    staleTime: 0,
  });

/** Years of study, both ends included; either may be open. */
export interface StudyYearsFilter {
  start?: number;
  end?: number;
}

/** The prefix of the keys of all queries about members of an institution. */
export const institutionMembersKey = (id: number) => [...peopleKey, "institution", id] as const;

/**
 * Members of an institution: classmates first, then by the year they began, newest first. The member's own educations
 * decide who the classmates are, so every visit refetches.
 */
export const institutionMembersQuery = (locale: string, id: number, years: StudyYearsFilter) =>
  infiniteQueryOptions({
    queryKey: [...institutionMembersKey(id), { locale, ...years }],
    queryFn: ({ pageParam, signal }) => {
      const path = `/api/${locale}/objects/${id}/members`;
      const query = { ...years, cursor: pageParam };
      return asOf(() => api.get(path, institutionMemberList, { query, signal }));
    },
    ...byCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
