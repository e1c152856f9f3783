"use client";

import { IconPhoto } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import { AlbumViewer, type Viewed } from "#components/images/album-viewer.tsx";
import { ImageGrid, ImageGridSkeleton } from "#components/images/image-grid.tsx";
import { ImageMenu } from "#components/images/image-menu.tsx";
import classes from "#components/images/image-settings.module.css";
import { Card } from "#components/ui/card.tsx";
import { EmptyState, NotLoaded } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/load-more.tsx";
import { formatNumber } from "#lib/i18n/format.ts";
import { imagesMax, imagesPerPage } from "#lib/images/schema.ts";
import { useImages } from "#lib/images/use-images.ts";

/** All images of the member, with what can be done with each. */
export function ImageAlbum() {
  const t = useTranslations("ImageSettings");
  const { images, total, query } = useImages(null);
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
        <NotLoaded query={query} skeleton={<ImageGridSkeleton roomy count={imagesPerPage} />} />
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
              // The image disappears, and the focus in it would be lost.
              <ImageMenu image={image} number={number} onDeleted={() => place.current?.focus()} />
            )}
          />
        )}
      </div>
      {query.hasNextPage && (
        <div className={classes.more}>
          <LoadMore {...moreOf(query)} byButtonOnly />
        </div>
      )}
      {viewed && <AlbumViewer memberId={null} viewed={viewed} onView={setViewed} onClose={close} />}
    </Card>
  );
}
