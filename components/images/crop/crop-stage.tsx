"use client";

import "react-easy-crop/react-easy-crop.css";
import { useTranslations } from "next-intl";
import Cropper from "react-easy-crop";
import classes from "#components/images/crop/crop-dialog.module.css";
import type { usePlacing } from "#components/images/upload/use-placing.ts";
import type { Size } from "#lib/images/crop.ts";

/** How far an arrow key moves the picture. */
const stepPx = 8;
export const zoomFactorMax = 4;

interface CropStageProps {
  url: string;
  placing: ReturnType<typeof usePlacing>;
  /** Called with the shown size of the picture whenever it changes. */
  onShown: (size: Size) => void;
}

/** The picture under the frame: dragged, pinched, or moved by keys. */
export function CropStage({ url, placing, onShown }: CropStageProps) {
  const t = useTranslations("ImageSettings");
  const { view, placed, zoomMin, place, touch } = placing;
  return (
    <Cropper
      image={url}
      crop={placed.shift}
      zoom={placed.zoom || 1}
      rotation={placed.turn}
      aspect={view ? view.frame.width / view.frame.height : 1}
      cropSize={view?.frame}
      minZoom={zoomMin}
      maxZoom={zoomMin * zoomFactorMax}
      // lib/images/crop.ts keeps the frame filled, for turned pictures too.
      restrictPosition={false}
      keyboardStep={stepPx}
      disableAutomaticStylesInjection
      classes={{ cropAreaClassName: classes.frame }}
      cropperProps={{ role: "group", "aria-label": t("cropArea") }}
      setMediaSize={({ width, height }) => onShown({ width, height })}
      onInteractionStart={touch}
      onCropChange={(shift) => place({ shift })}
      onZoomChange={(zoom) => place({ zoom })}
    />
  );
}
