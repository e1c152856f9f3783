/** Images for tests. */
import type { ImagePages } from "#lib/images/image-pages.ts";
import type { ProfileImage } from "#lib/images/schema.ts";

export const imageSample = (id: number, is_main = false): ProfileImage => ({
  id,
  url: `/files/images/${id}/full.webp`,
  thumb_url: `/files/images/${id}/grid.webp`,
  width: 1200,
  height: 900,
  is_main,
  created_at: "2026-11-20T08:00:00.000Z",
  placeholder: "data:image/webp;base64,UklGRg==",
});

export function pagesOf(...pages: ProfileImage[][]): ImagePages {
  return {
    pages: pages.map((data, index) => ({
      data,
      meta: {
        current_page: index + 1,
        per_page: 12,
        last_page: pages.length,
        total: pages.flat().length,
      },
    })),
    pageParams: pages.map((_, index) => index + 1),
  };
}
