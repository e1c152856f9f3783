"use client";

import { IconTrash, IconUserCircle, IconUserCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useDecideImage } from "#components/images/upload/use-decide-image.ts";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { ImageViewer } from "#components/ui/viewer/image-viewer.tsx";
import { ViewerButton } from "#components/ui/viewer/viewer-button.tsx";
import { formatDate } from "#lib/i18n/format-date.ts";
import type { ProfileImage } from "#lib/images/schema.ts";
import { useImages } from "#lib/images/use-images.ts";

/** The next page is requested this many images before the last loaded one. */
const aheadMin = 6;

/** The image that is shown, and its last index, because it may be deleted, or others may be added before it. */
interface Viewed {
  id: number;
  index: number;
}

/** `open` shows the `viewer` at one of the images of the member's page or settings. */
export function useAlbumViewer(
  memberId: number | null,
  images: readonly ProfileImage[] | undefined,
) {
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const close = useCallback(() => setViewed(null), []);
  const open = (index: number) => {
    const image = images?.[index];
    if (image) setViewed({ id: image.id, index });
  };
  const viewer = viewed && (
    <AlbumViewer memberId={memberId} viewed={viewed} onView={setViewed} onClose={close} />
  );
  return { open, viewer };
}

interface AlbumViewerProps {
  memberId: number | null;
  viewed: Viewed;
  onView: (viewed: Viewed) => void;
  onClose: () => void;
}

/** Shows the images of a member over the whole window and loads further pages as the member goes on. */
function AlbumViewer({ memberId, viewed, onView, onClose }: AlbumViewerProps) {
  const t = useTranslations("Images");
  const { images = [], total, query } = useImages(memberId);
  const index = positionOf(viewed, images);
  const image = images[index];
  useEffect(() => {
    if (!image) onClose();
  }, [image, onClose]);
  useNextPage(query, index >= images.length - aheadMin, image?.id);
  const pictures = useMemo(
    () =>
      images.map(({ url, width, height, created_at }) => {
        return { url, width, height, alt: t("alt", { date: formatDate(created_at) }) };
      }),
    [images, t],
  );
  if (!image) return null;
  return (
    <ImageViewer
      pictures={pictures}
      index={index}
      total={Math.max(total, images.length)}
      actions={memberId === null && <OwnImageActions image={image} />}
      onIndex={(next) => {
        const shown = images[next];
        if (shown) onView({ id: shown.id, index: next });
      }}
      onClose={onClose}
    />
  );
}

/**
 * Loads the next page while the shown image is near the end of the loaded ones. A page that failed is tried again when
 * another image is shown, or the viewer is opened anew.
 */
function useNextPage(
  { hasNextPage, isFetchingNextPage, fetchNextPage }: ReturnType<typeof useImages>["query"],
  isNearEnd: boolean,
  shownId: number | undefined,
) {
  const t = useTranslations("Site");
  const isWanted = hasNextPage && isNearEnd;
  const load = useEffectEvent(async () => {
    if (isFetchingNextPage) return;
    const { error } = await fetchNextPage();
    if (error) showFailure(t("failure"), error.message);
  });
  useEffect(() => {
    if (isWanted) void load();
  }, [isWanted, shownId]);
}

function positionOf({ id, index }: Viewed, images: readonly ProfileImage[]): number {
  const found = images.findIndex((image) => image.id === id);
  return found >= 0 ? found : Math.min(index, images.length - 1);
}

/** The actions in the viewer on an image of the member's own. */
function OwnImageActions({ image }: { image: ProfileImage }) {
  const t = useTranslations("Images");
  const decide = useDecideImage();
  const MainIcon = image.is_main ? IconUserCheck : IconUserCircle;
  return (
    <>
      <ViewerButton
        aria-label={t(image.is_main ? "isMain" : "makeMain")}
        aria-disabled={image.is_main} // not disabled, because it would lose the focus when pressed
        onClick={() => {
          if (!image.is_main) void decide({ action: "main", image });
        }}
      >
        <MainIcon size={26} stroke={1.7} aria-hidden="true" />
      </ViewerButton>
      <ViewerButton
        aria-label={t("delete")}
        onClick={() => void decide({ action: "delete", image })}
      >
        <IconTrash size={26} stroke={1.7} aria-hidden="true" />
      </ViewerButton>
    </>
  );
}
