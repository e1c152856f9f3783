"use client";

import { useTranslations } from "next-intl";
import classes from "#components/images/crop-dialog.module.css";
import type { usePlacing } from "#components/images/use-placing.ts";

const sizePx = 72;

interface CropPreviewProps {
  url: string;
  placing: ReturnType<typeof usePlacing>;
}

/** What lies in a square frame, round as beside a name; of a picture as it is, nothing. */
export function CropPreview({ url, placing }: CropPreviewProps) {
  const t = useTranslations("ImageSettings");
  const { view, placed, shape } = placing;
  if (!view || shape !== "square") return null;
  const { frame, shown } = view;
  const scale = sizePx / frame.width;
  const { shift, turn, zoom } = placed;
  return (
    <div
      role="img"
      aria-label={t("cropPreview")}
      className={classes.preview}
      style={{ width: sizePx, height: sizePx }}
    >
      {/* eslint-disable-next-line @next/next/no-img-element -- a picture that only this browser has */}
      <img
        src={url}
        alt=""
        className={classes.previewed}
        style={{
          width: shown.width * scale,
          height: shown.height * scale,
          transform: `translate(-50%, -50%) translate(${shift.x * scale}px, ${shift.y * scale}px) rotate(${turn}deg) scale(${zoom})`,
        }}
      />
    </div>
  );
}
