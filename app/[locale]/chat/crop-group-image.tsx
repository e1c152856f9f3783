"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { CropPicture } from "#components/images/crop/crop-picture.tsx";
import type { CropSlotProps } from "#components/messenger/groups/group-image.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { fitted } from "#lib/images/fitted.ts";
import { chosenPictureOf } from "#lib/images/image-uploads.ts";
import { canBeRead, mayServerRead } from "#lib/images/render-picture.ts";

/** Crops the image of a group with the dialog for images of members, if the browser can read it. */
export function CropGroupImage({ file, onDone, onClose }: CropSlotProps) {
  const t = useTranslations();
  const openerRef = useRef<HTMLElement>(null); // the focus goes back where it was
  const [picture] = useState(() => chosenPictureOf(file));
  const [isReadable, setIsReadable] = useState(false);
  const leaveUncropped = useEffectEvent(() => {
    if (mayServerRead(file)) {
      onDone(file);
      return;
    }
    showFailure(t("Site.error"), t("ImageSettings.unreadableFiles", { names: file.name }));
    onClose();
  });
  useEffect(() => {
    let left = false;
    void canBeRead(file).then((readable) => {
      if (left) return;
      if (readable) setIsReadable(true);
      else leaveUncropped();
    });
    return () => {
      left = true;
    };
  }, [file]);
  if (!isReadable) return null;
  return (
    <CropPicture
      picture={picture}
      alone={false}
      square
      openerRef={openerRef}
      onDone={({ content }) => void fitted(content).then(onDone)}
      onClose={onClose}
    />
  );
}
