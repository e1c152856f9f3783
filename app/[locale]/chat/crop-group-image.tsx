"use client";

import { useRef, useState } from "react";
import { CropPicture } from "#components/images/crop/crop-picture.tsx";
import type { CropSlotProps } from "#components/messenger/groups/group-image.tsx";
import { fitted } from "#lib/images/fitted.ts";
import { pictureOf } from "#lib/images/image-uploads.ts";

/** The picture of a group is cut as one's own are. */
export function CropGroupImage({ file, onDone, onClose }: CropSlotProps) {
  const openerRef = useRef<HTMLElement>(null); // the focus goes back where it was
  const [picture] = useState(() => pictureOf(file));
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
