"use client";

import { useRef, useState } from "react";
import { CropPicture } from "#components/images/crop/crop-picture.tsx";
import type { CropSlotProps } from "#components/messenger/groups/group-image.tsx";
import { fitted } from "#lib/images/fitted.ts";
import { chosenPictureOf } from "#lib/images/image-uploads.ts";

/** Crops the image of a group with the dialog for images of members. */
export function CropGroupImage({ file, onDone, onClose }: CropSlotProps) {
  const openerRef = useRef<HTMLElement>(null); // the focus goes back where it was
  const [picture] = useState(() => chosenPictureOf(file));
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
