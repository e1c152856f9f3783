/** Changes to the loaded pages of a list of images; an image of one page may move to the next one meanwhile. */
import type { InfiniteData } from "@tanstack/react-query";
import { mapRows } from "#lib/api/map-rows.ts";
import type { ImageList, ProfileImage } from "#lib/images/schema.ts";

export type ImagePages = InfiniteData<ImageList, number>;

/** The images of all loaded pages, each once. */
export function imagesOf(pages: readonly ImageList[]): ProfileImage[] {
  const images = new Map<number, ProfileImage>();
  for (const image of pages.flatMap((page) => page.data))
    if (!images.has(image.id)) images.set(image.id, image);
  return [...images.values()];
}

export function withImage(list: ImagePages | undefined, added: ProfileImage) {
  if (!list || imagesOf(list.pages).some(({ id }) => id === added.id)) return list;
  const grown = counted(added.is_main ? withMain(list, added.id) : list, 1);
  return {
    ...grown,
    pages: grown.pages.map((page, index) =>
      index === 0 ? { ...page, data: [added, ...page.data] } : page,
    ),
  };
}

export function withoutImage(list: ImagePages | undefined, id: number) {
  if (!list || !imagesOf(list.pages).some((image) => image.id === id)) return list;
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
