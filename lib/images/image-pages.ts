/** Changes to the loaded pages of a list of images; an image of one page may move to the next one meanwhile. */
import type { InfiniteData } from "@tanstack/react-query";
import { eachOnce, mapRows } from "#lib/api/map-rows.ts";
import type { ImageList, ProfileImage } from "#lib/images/schema.ts";

export type ImagePages = InfiniteData<ImageList, number>;

export function withImage(list: ImagePages | undefined, added: ProfileImage) {
  if (!list || eachOnce(list.pages).some(({ id }) => id === added.id)) return list;
  const grown = counted(added.is_main ? withMain(list, added.id) : list, 1);
  return {
    ...grown,
    pages: grown.pages.map((page, index) =>
      index === 0 ? { ...page, data: [added, ...page.data] } : page,
    ),
  };
}

export function withoutImage(list: ImagePages | undefined, id: number) {
  if (!list || !eachOnce(list.pages).some((image) => image.id === id)) return list;
  return mapRows(counted(list, -1), (images) => images.filter((image) => image.id !== id));
}

export const withMain = (list: ImagePages, id: number): ImagePages =>
  mapRows(list, (images) => markedMain(images, id));

export const markedMain = (images: readonly ProfileImage[], id: number) =>
  images.map((image) =>
    image.is_main === (image.id === id) ? image : { ...image, is_main: image.id === id },
  );

const counted = (list: ImagePages, growth: number): ImagePages => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    meta: { ...page.meta, total: Math.max(0, page.meta.total + growth) },
  })),
});
