"use client";

import "react-easy-crop/react-easy-crop.css";
import { useTranslations } from "next-intl";
import { type MouseEvent, type PointerEvent, useRef } from "react";
import Cropper from "react-easy-crop";
import classes from "#components/images/crop/crop-dialog.module.css";
import type { usePlacing } from "#components/images/upload/use-placing.ts";
import type { Size } from "#lib/images/crop.ts";

/** How far an arrow key moves the picture. */
const stepPx = 8;
export const zoomFactorMax = 4;
/** A pointer that has moved no farther has tapped, not dragged; a mouse places finely. */
const tapPxMax = 5;
const clickPxMax = 1;

interface CropStageProps {
  url: string;
  placing: ReturnType<typeof usePlacing>;
  /** Called with the shown size of the picture whenever it changes. */
  onShown: (size: Size) => void;
}

/** The picture under the frame: dragged, pinched, moved by keys, or tapped where its middle is to be. */
export function CropStage({ url, placing, onShown }: CropStageProps) {
  const t = useTranslations("ImageSettings");
  const { view, placed, zoomMin, place, touch } = placing;
  const tapping = useTapping((offset) => {
    touch();
    place({ shift: { x: placed.shift.x - offset.x, y: placed.shift.y - offset.y } });
  });
  return (
    <div className={classes.tapped} {...tapping}>
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
    </div>
  );
}

/** Members who cannot drag tap (WCAG 2.2, 2.5.7). `onTap` is given the place, measured from the middle of the box. */
function useTapping(onTap: (offset: { x: number; y: number }) => void) {
  const start = useRef({ x: 0, y: 0, pxMax: 0 });
  return {
    onPointerDown: ({ clientX: x, clientY: y, pointerType }: PointerEvent) => {
      start.current = { x, y, pxMax: pointerType === "mouse" ? clickPxMax : tapPxMax };
    },
    onClick: ({ clientX, clientY, currentTarget }: MouseEvent) => {
      const { x, y, pxMax } = start.current;
      if (Math.hypot(clientX - x, clientY - y) > pxMax) return;
      const { left, top, width, height } = currentTarget.getBoundingClientRect();
      const offset = { x: clientX - left - width / 2, y: clientY - top - height / 2 };
      // After the frame in which the cropper itself follows a hand that trembled.
      requestAnimationFrame(() => onTap(offset));
    },
  };
}
