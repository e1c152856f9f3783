import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import { type MediaList, mediaList, type OwnMediaList, ownMediaList } from "#lib/media/schema.ts";

export const mediaKey = ["media"] as const;
export const mediaPath = (locale: string) => `/api/${locale}/profile/media`;

/** The files of a member, newest first; null: the reader's own, whose pages also say how many bytes they take and may take. */
export const mediaQuery = (locale: string, memberId: number | null) =>
  infiniteQueryOptions({
    queryKey: [...mediaKey, "list", { locale, memberId }],
    queryFn: ({ pageParam, signal }): Promise<MediaList | OwnMediaList> => {
      const options = { query: { cursor: pageParam }, signal };
      return memberId === null
        ? api.get(`${mediaPath(locale)}/list`, ownMediaList, options)
        : api.get(`/api/${locale}/user/${memberId}/profile/media`, mediaList, options);
    },
    ...byCursor,
  });
