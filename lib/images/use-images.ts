"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useMemo } from "react";
import { eachOnce } from "#lib/api/map-rows.ts";
import { type ImageChange, usePendingImageChanges } from "#lib/images/use-change-image.ts";
import { markedMain } from "#lib/images/image-pages.ts";
import { imageListQuery } from "#lib/images/queries.ts";
import type { ProfileImage } from "#lib/images/schema.ts";

/** The loaded images of a member; the member's own include pending changes. Undefined while nothing is loaded. */
export function useImages(memberId: number | null) {
  const list = useInfiniteQuery(imageListQuery(useLocale(), memberId));
  const pending = usePendingImageChanges();
  const pages = list.data?.pages;
  const loaded = useMemo(() => pages && eachOnce(pages), [pages]);
  const images = useMemo(
    () => (memberId === null ? loaded && pending.reduce(after, loaded) : loaded),
    [loaded, pending, memberId],
  );
  const goneCount = loaded && images ? loaded.length - images.length : 0;
  return {
    /** The same array until one of them changes. */
    images,
    total: (pages?.at(-1)?.meta.total ?? 0) - goneCount,
    query: list,
  };
}

function after(images: readonly ProfileImage[], { action, image }: ImageChange): ProfileImage[] {
  if (action === "main") return markedMain(images, image.id);
  const left = images.filter(({ id }) => id !== image.id);
  // The newest image replaces a deleted main one, as on the server.
  const [newest] = left;
  return newest && !left.some(({ is_main }) => is_main) ? markedMain(left, newest.id) : left;
}
