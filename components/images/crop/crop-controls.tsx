"use client";

import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/Slider.layer.css";
import { ActionIcon, SegmentedControl, Slider } from "@mantine/core";
import { IconRotate, IconRotateClockwise } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/images/crop/crop-dialog.module.css";
import { zoomFactorMax } from "#components/images/crop/crop-stage.tsx";
import type { usePlacing } from "#components/images/upload/use-placing.ts";

const tiltMax = 45;
const zoomStep = 0.05;

const percent = (factor: number) => `${Math.round(factor * 100)} %`;
const degrees = (tilt: number) => `${tilt}°`;

/** Shape, zoom and turn as buttons and sliders, for members who cannot pinch; what lies in the frame: CropStage. */
export function CropControls({ placing }: { placing: ReturnType<typeof usePlacing> }) {
  const t = useTranslations("ImageSettings");
  const { shape, setShape, placed, zoomMin, place, touch, tilt, tiltTo, turnBy } = placing;
  return (
    <div className={classes.controls}>
      <span className={classes.label}>{t("shape")}</span>
      <SegmentedControl
        fullWidth
        size="md"
        classNames={{ label: classes.shape }}
        aria-label={t("shape")}
        value={shape}
        onChange={setShape}
        data={[
          { value: "square", label: t("shapeSquare") },
          { value: "whole", label: t("shapeWhole") },
        ]}
      />
      <span className={classes.label}>{t("zoom")}</span>
      <Slider
        className={classes.slider}
        classNames={{ thumb: classes.thumb }}
        thumbLabel={t("zoom")}
        label={percent}
        min={1}
        max={zoomFactorMax}
        step={zoomStep}
        value={Math.max(1, placed.zoom / zoomMin)}
        onChange={(factor) => {
          touch();
          place({ zoom: factor * zoomMin });
        }}
      />
      <span className={classes.label}>{t("turn")}</span>
      <div className={classes.turning}>
        <ActionIcon aria-label={t("turnLeft")} title={t("turnLeft")} onClick={() => turnBy(-1)}>
          <IconRotate size={22} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
        <Slider
          className={classes.slider}
          classNames={{ thumb: classes.thumb }}
          thumbLabel={t("turn")}
          label={degrees}
          startPointValue={0}
          min={-tiltMax}
          max={tiltMax}
          value={tilt}
          onChange={tiltTo}
        />
        <ActionIcon aria-label={t("turnRight")} title={t("turnRight")} onClick={() => turnBy(1)}>
          <IconRotateClockwise size={22} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </div>
    </div>
  );
}
