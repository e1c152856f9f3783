import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { type Job, jobAnswer, jobEdit, jobList } from "#lib/periods/jobs/schema.ts";
import type { OwnPeriodsSource } from "#lib/periods/use-save-period.ts";

const jobsKey = ["jobs"] as const;
const ownPath = (locale: string) => `/api/${locale}/profile/setting/jobs`;

/** The jobs of a member, the latest first; null for the member's own. */
export const jobsQuery = (locale: string, memberId: number | null) =>
  queryOptions({
    queryKey: [...jobsKey, "list", { locale, memberId }],
    queryFn: async ({ signal }) => {
      const path =
        memberId === null ? ownPath(locale) : `/api/${locale}/user/${memberId}/profile/jobs`;
      return (await api.get(path, jobList, { signal })).data;
    },
  });

/** One of the member's own, with all that its form shows. */
export const jobEditQuery = (locale: string, id: number) =>
  queryOptions({
    queryKey: [...jobsKey, "edit", { locale, id }],
    queryFn: async ({ signal }) =>
      (await api.get(`${ownPath(locale)}/${id}/edit`, jobEdit, { signal })).data,
  });

export const ownJobs = (locale: string): OwnPeriodsSource<Job> => ({
  key: jobsKey,
  listKey: jobsQuery(locale, null).queryKey,
  path: ownPath(locale),
  answer: jobAnswer,
});
