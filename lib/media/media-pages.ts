/** Changes the loaded pages of a member's files. */
import type { InfiniteData } from "@tanstack/react-query";
import { eachOnce, mapRows } from "#lib/api/map-rows.ts";
import type { Media } from "#lib/files/schema.ts";
import type { MediaList, OwnMediaList } from "#lib/media/schema.ts";

/** The member's own pages include the quota. */
export type MediaPages = InfiniteData<MediaList | OwnMediaList>;

/** Sizes in bytes. */
export interface MediaRoom {
  used: number;
  quota: number;
}

/** The quota as of the last page, because all pages are fetched in a row. */
export function roomOf(pages: MediaPages["pages"]): MediaRoom | undefined {
  const meta = pages.at(-1)?.meta;
  return meta && "used_bytes" in meta
    ? { used: meta.used_bytes, quota: meta.quota_bytes }
    : undefined;
}

export function withMedia(list: MediaPages | undefined, added: Media) {
  if (!list || eachOnce(list.pages).some(({ id }) => id === added.id)) return list;
  const pages = list.pages.map((page, index) =>
    index === 0 ? { ...page, data: [added, ...page.data] } : page,
  );
  return { ...list, pages: usingMore(pages, added.size) };
}

export function withoutMedia(list: MediaPages | undefined, gone: Media) {
  if (!list || !eachOnce(list.pages).some(({ id }) => id === gone.id)) return list;
  const { pages } = mapRows(list, (files) => files.filter(({ id }) => id !== gone.id));
  return { ...list, pages: usingMore(pages, -gone.size) };
}

const usingMore = (pages: MediaPages["pages"], bytes: number): MediaPages["pages"] =>
  pages.map((page) =>
    "used_bytes" in page.meta
      ? { ...page, meta: { ...page.meta, used_bytes: Math.max(0, page.meta.used_bytes + bytes) } }
      : page,
  );
