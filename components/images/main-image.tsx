"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/images/main-image.module.css";
import { ImageViewer } from "#components/ui/viewer/image-viewer.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import type { Person } from "#lib/auth/schema.ts";
import type { PresenceInAnswer } from "#lib/members/live-presence.ts";

interface MainImageProps {
  person: Pick<Person, "id" | "fullname" | "image"> & Partial<PresenceInAnswer>;
  /** Width and height in pixels. */
  size: number;
}

/** The avatar of a member, which opens their main image where there is one. */
export function MainImage({ person, size }: MainImageProps) {
  const t = useTranslations("Images");
  const { fullname, image } = person;
  // Must stay the same array while the viewer is open.
  const [pictures, setPictures] = useState<readonly [MainPicture] | null>(null);
  if (!image) return <PersonAvatar person={person} size={size} />;
  const { url, width, height } = image;
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-label={t("openMain", { name: fullname })}
        onClick={() => setPictures([{ url, width, height, alt: fullname }])}
      >
        <PersonAvatar person={person} size={size} />
      </button>
      {pictures && (
        <ImageViewer
          pictures={pictures}
          index={0}
          onIndex={() => undefined}
          onClose={() => setPictures(null)}
        />
      )}
    </>
  );
}

interface MainPicture {
  url: string;
  width: number;
  height: number;
  alt: string;
}
