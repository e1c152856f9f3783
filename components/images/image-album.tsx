"use client";

import { IconPhoto } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import { AlbumViewer, type Viewed } from "#components/images/album-viewer.tsx";
import { ImageGrid, ImageGridSkeleton } from "#components/images/image-grid.tsx";
import { ImageMenu } from "#components/images/image-menu.tsx";
import classes from "#components/images/image-settings.module.css";
import { Card } from "#components/ui/card.tsx";
import { EmptyState, ErrorState } from "#components/ui/list-states.tsx";
import { LoadMore } from "#components/ui/load-more.tsx";
import { formatNumber } from "#lib/i18n/format.ts";
import { imagesMax, imagesPerPage } from "#lib/images/schema.ts";
import { useImages } from "#lib/images/use-images.ts";

/** All images of the member, with what can be done with each. */
export function ImageAlbum() {
  const texts = useTranslations("Images");
  const t = useTranslations("ImageSettings");
  const list = useImages(null);
  const { images, total } = list;
  const place = useRef<HTMLDivElement>(null);
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const close = useCallback(() => setViewed(null), []);
  return (
    <Card as="section" aria-labelledby="album">
      <div className={classes.head}>
        <h2 id="album" className={classes.title}>
          {t("albumTitle")}
        </h2>
        {total > 0 && (
          <span className={classes.count}>
            {t("countOf", { count: formatNumber(total), max: formatNumber(imagesMax) })}
          </span>
        )}
      </div>
      <div ref={place} tabIndex={-1} className={classes.album}>
        {!images && list.failure === null && <ImageGridSkeleton roomy count={imagesPerPage} />}
        {!images && list.failure !== null && (
          <ErrorState message={list.failure} onRetry={list.retry} />
        )}
        {images?.length === 0 && (
          <EmptyState icon={<IconPhoto size={28} stroke={1.5} />} title={t("emptyAlbum")} />
        )}
        {images && images.length > 0 && (
          <ImageGrid
            images={images}
            onOpen={(index) => {
              const image = images[index];
              if (image) setViewed({ id: image.id, index });
            }}
            renderActions={(image, number) => (
              // The image goes, and the focus in it would be lost.
              <ImageMenu image={image} number={number} onDeleted={() => place.current?.focus()} />
            )}
          />
        )}
      </div>
      {list.hasMore && (
        <div className={classes.more}>
          <LoadMore
            byButtonOnly
            hasMore
            loading={list.isLoadingMore}
            failure={list.moreFailure}
            label={texts("showMore")}
            retryLabel={texts("retry")}
            onMore={list.more}
          />
        </div>
      )}
      {viewed && <AlbumViewer memberId={null} viewed={viewed} onView={setViewed} onClose={close} />}
    </Card>
  );
}
