"use client";

import { Button } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useAlbumViewer } from "#components/images/use-album-viewer.tsx";
import { ImageGrid, ImageGridSkeleton } from "#components/images/image-grid.tsx";
import classes from "#components/images/image-section.module.css";
import { Card } from "#components/ui/card.tsx";
import { EmptyState, NotLoaded } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { useImages } from "#lib/images/use-images.ts";
import { routes } from "#lib/routes.ts";

/** Two lines of the grid at its widest. */
const shownMax = 10;

interface ImageSectionProps {
  /** Null for the signed-in member's own. */
  memberId: number | null;
}

/** The newest images on a profile. */
export function ImageSection({ memberId }: ImageSectionProps) {
  const titleId = useId();
  const t = useTranslations("Images");
  const { images, total, query } = useImages(memberId);
  const [showsAll, setShowsAll] = useState(false);
  const { open, viewer } = useAlbumViewer(memberId, images);
  return (
    <Card as="section" aria-labelledby={titleId} data-section="images">
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {t("title")}
        </h2>
        {total > 0 && <span className={classes.count}>{formatNumber(total)}</span>}
        <AllImages
          memberId={memberId}
          total={total}
          showsAll={showsAll}
          onToggle={() => setShowsAll(!showsAll)}
        />
      </div>
      <NotLoaded query={query} skeleton={<ImageGridSkeleton preview count={shownMax} />} />
      {images?.length === 0 && <NoImages isOwn={memberId === null} />}
      {images && images.length > 0 && (
        <ImageGrid
          preview={!showsAll}
          images={showsAll ? images : images.slice(0, shownMax)}
          onOpen={open}
        />
      )}
      {showsAll && (
        <div className={classes.more}>
          <LoadMore {...moreOf(query)} byButtonOnly />
        </div>
      )}
      {viewer}
    </Card>
  );
}

interface AllImagesProps extends ImageSectionProps {
  total: number;
  showsAll: boolean;
  onToggle: () => void;
}

/** The member's own images are all in the settings, where they can be changed; another member's are shown in place. */
function AllImages({ memberId, total, showsAll, onToggle }: AllImagesProps) {
  const t = useTranslations("Images");
  const label = t("allOf", { count: total });
  if (total === 0) return null;
  if (memberId === null)
    return (
      <RouteLink route={routes.imagesSettings()} className={classes.all} aria-label={label}>
        {t("all")}
      </RouteLink>
    );
  if (total <= shownMax && !showsAll) return null;
  return (
    <button type="button" className={classes.all} aria-expanded={showsAll} onClick={onToggle}>
      {t(showsAll ? "fewer" : "all")}
    </button>
  );
}

function NoImages({ isOwn }: { isOwn: boolean }) {
  const t = useTranslations("Images");
  return (
    <EmptyState
      Icon={IconPhoto}
      title={t(isOwn ? "emptyOwn" : "emptyOther")}
      action={
        isOwn && (
          <Button component={RouteLink} variant="default" route={routes.imagesSettings()}>
            {t("add")}
          </Button>
        )
      }
    />
  );
}
