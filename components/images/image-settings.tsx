"use client";

import {
  IconDotsVertical,
  IconPhoto,
  IconTrash,
  IconUserCheck,
  IconUserCircle,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useAlbumViewer } from "#components/images/use-album-viewer.tsx";
import { ImageGrid, ImageGridSkeleton } from "#components/images/image-grid.tsx";
import classes from "#components/images/image-settings.module.css";
import { useDecideImage } from "#components/images/upload/use-decide-image.ts";
import { ImageUploader } from "#components/images/upload/image-uploader.tsx";
import { MainImage } from "#components/images/main-image.tsx";
import { Card } from "#components/ui/card.tsx";
import { ActionItems } from "#components/ui/controls/action-items.tsx";
import { EmptyState, NotLoaded } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { imagesMax, imagesPerPage, type ProfileImage } from "#lib/images/schema.ts";
import { useImages } from "#lib/images/use-images.ts";

const avatarSizePx = 96;

/** The member's own images: the main one, new ones, all of them. */
export function ImageSettings() {
  return (
    <div className={classes.stack}>
      <MainImageCard />
      <ImageUploader />
      <ImageAlbum />
    </div>
  );
}

function MainImageCard() {
  const t = useTranslations("ImageSettings");
  const member = useMember();
  return (
    <Card as="section" aria-labelledby="main-image" className={classes.main}>
      <MainImage person={member} size={avatarSizePx} />
      <div>
        <h2 id="main-image" className={classes.title}>
          {t("mainTitle")}
        </h2>
        <p className={classes.lead}>{t(member.image ? "mainText" : "mainNone")}</p>
      </div>
    </Card>
  );
}

/** All images of the member, each with a menu of actions. */
export function ImageAlbum() {
  const t = useTranslations("ImageSettings");
  const { images, total, query } = useImages(null);
  const place = useRef<HTMLDivElement>(null);
  const { open, viewer } = useAlbumViewer(null, images);
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
        {images?.length === 0 && <EmptyState Icon={IconPhoto} title={t("emptyAlbum")} />}
        {images && images.length > 0 && (
          <ImageGrid
            images={images}
            onOpen={open}
            renderActions={(image, number) => (
              // The image is unmounted, and the focus in it would be lost.
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
      {viewer}
    </Card>
  );
}

interface ImageMenuProps {
  image: ProfileImage;
  /** Counts from 1. */
  number: number;
  onDeleted: () => void;
}

/** What the member may do with an image of their own. */
function ImageMenu({ image, number, onDeleted }: ImageMenuProps) {
  const t = useTranslations("Images");
  const label = useTranslations("ImageSettings")("menu", { number });
  const button = useRef<HTMLButtonElement>(null);
  const decide = useDecideImage();
  const remove = async () => {
    if (await decide({ action: "delete", image })) onDeleted();
  };
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className={classes.menuButton}
          aria-label={label}
          title={label}
        >
          <span className={classes.menuIcon}>
            <IconDotsVertical size={18} stroke={2} aria-hidden="true" />
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems
          button={button}
          actions={[
            {
              label: t(image.is_main ? "isMain" : "makeMain"),
              Icon: image.is_main ? IconUserCheck : IconUserCircle,
              disabled: image.is_main,
              run: () => void decide({ action: "main", image }),
            },
            { label: t("delete"), Icon: IconTrash, danger: true, run: () => void remove() },
          ]}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
