import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { api } from "#lib/api/api-client.ts";
import { allClassesKey } from "#lib/members/all-classes-key.ts";
import { profileKey } from "#lib/members/profile-key.ts";
import { educationAnswer, educationEdit, educationList } from "#lib/periods/education/schema.ts";
import { jobAnswer, jobEdit, jobList } from "#lib/periods/jobs/schema.ts";
import type { Period } from "#lib/periods/periods.ts";
import type { OwnPeriodsSource } from "#lib/periods/use-save-period.ts";

interface PeriodSchemas<P extends Period, Edited> {
  list: z.ZodMiniType<{ data: P[] }>;
  edit: z.ZodMiniType<{ data: Edited }>;
  answer: z.ZodMiniType<{ message: string; data: P }>;
}

/** `name` is the last part of the paths of a kind. */
function queriesOf<P extends Period, Edited>(
  name: "educations" | "jobs",
  { list, edit, answer }: PeriodSchemas<P, Edited>,
  shownIn: readonly QueryKey[],
) {
  const ownPath = (locale: string) => `/api/${locale}/profile/setting/${name}`;

  /** The periods of a member, the latest first; null for the member's own. */
  const listQuery = (locale: string, memberId: number | null) =>
    // eslint-disable-next-line @tanstack/query/exhaustive-deps -- a name has one schema of its lists
    queryOptions({
      queryKey: [name, "list", { locale, memberId }],
      queryFn: async ({ signal }) => {
        const path =
          memberId === null ? ownPath(locale) : `/api/${locale}/user/${memberId}/profile/${name}`;
        return (await api.get(path, list, { signal })).data;
      },
    });

  /** One of the member's own periods, with all that its form shows. */
  const editQuery = (locale: string, id: number) =>
    // eslint-disable-next-line @tanstack/query/exhaustive-deps -- a name has one schema of its forms
    queryOptions({
      queryKey: [name, "edit", { locale, id }],
      queryFn: async ({ signal }) =>
        (await api.get(`${ownPath(locale)}/${id}/edit`, edit, { signal })).data,
    });

  const own = (locale: string): OwnPeriodsSource<P> => ({
    key: [name],
    listKey: listQuery(locale, null).queryKey,
    path: ownPath(locale),
    shownIn,
    answer,
  });

  return { listQuery, editQuery, own };
}

export const {
  listQuery: educationsQuery,
  editQuery: educationEditQuery,
  own: ownEducations,
} = queriesOf("educations", { list: educationList, edit: educationEdit, answer: educationAnswer }, [
  profileKey,
  allClassesKey,
]);

export const {
  listQuery: jobsQuery,
  editQuery: jobEditQuery,
  own: ownJobs,
} = queriesOf("jobs", { list: jobList, edit: jobEdit, answer: jobAnswer }, [profileKey]);
