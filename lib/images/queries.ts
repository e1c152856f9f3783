import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { imageList } from "#lib/images/schema.ts";

export const ownImagesPath = (locale: string) => `/api/${locale}/profile/setting/images`;

export const imageListKey = (memberId: number | null) => ["images", "list", memberId] as const;
export const imageChangeKey = ["images", "change"] as const;

/** The images of a member by pages, newest first; null for the member's own. */
export const imageListQuery = (locale: string, memberId: number | null) =>
  infiniteQueryOptions({
    queryKey: [...imageListKey(memberId), { locale }],
    queryFn: ({ pageParam, signal }) =>
      api.get(`${listPath(locale, memberId)}?page=${pageParam}`, imageList, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) =>
      meta.current_page < meta.last_page ? meta.current_page + 1 : null,
  });

const listPath = (locale: string, memberId: number | null) =>
  memberId === null
    ? `${ownImagesPath(locale)}/list`
    : `/api/${locale}/user/${memberId}/profile/images`;
