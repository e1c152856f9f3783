"use client";

import { useTranslations } from "next-intl";
import { ImageAlbum } from "#components/images/image-album.tsx";
import classes from "#components/images/image-settings.module.css";
import { ImageUploader } from "#components/images/upload/image-uploader.tsx";
import { MainImage } from "#components/images/main-image.tsx";
import { Card } from "#components/ui/card.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";

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
