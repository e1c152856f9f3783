import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import {
  type Education,
  educationAnswer,
  educationEdit,
  educationList,
} from "#lib/periods/education/schema.ts";
import type { OwnPeriodsSource } from "#lib/periods/use-save-period.ts";

const educationsKey = ["education"] as const;
const ownPath = (locale: string) => `/api/${locale}/profile/setting/educations`;

/** The educations of a member, the latest first; null for the member's own. */
export const educationsQuery = (locale: string, memberId: number | null) =>
  queryOptions({
    queryKey: [...educationsKey, "list", { locale, memberId }],
    queryFn: async ({ signal }) => {
      const path =
        memberId === null ? ownPath(locale) : `/api/${locale}/user/${memberId}/profile/educations`;
      return (await api.get(path, educationList, { signal })).data;
    },
  });

/** One of the member's own, with all that its form shows. */
export const educationEditQuery = (locale: string, id: number) =>
  queryOptions({
    queryKey: [...educationsKey, "edit", { locale, id }],
    queryFn: async ({ signal }) =>
      (await api.get(`${ownPath(locale)}/${id}/edit`, educationEdit, { signal })).data,
  });

export const ownEducations = (locale: string): OwnPeriodsSource<Education> => ({
  key: educationsKey,
  listKey: educationsQuery(locale, null).queryKey,
  path: ownPath(locale),
  answer: educationAnswer,
});
