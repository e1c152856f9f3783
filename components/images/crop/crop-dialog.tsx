"use client";

import { Button } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { CropControls } from "#components/images/crop/crop-controls.tsx";
import classes from "#components/images/crop/crop-dialog.module.css";
import { CropStage } from "#components/images/crop/crop-stage.tsx";
import { usePlacing } from "#components/images/upload/use-placing.ts";
import { FailureAlert } from "#components/ui/failure-alert.tsx";
import { useLeaveQuestion } from "#components/ui/forms/use-leave-question.ts";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { cut, type Size } from "#lib/images/crop.ts";
import type { ChosenPicture } from "#lib/images/image-uploads.ts";
import { type ReadPicture, readPicture } from "#lib/images/render-picture.ts";

export interface CropPictureProps {
  picture: ChosenPicture;
  /** Whether the picture is uploaded as soon as it is cropped. */
  alone: boolean;
  /** Whether a square is suggested, rather than the picture's own shape. */
  square: boolean;
  onDone: (picture: ChosenPicture) => void;
  onClose: () => void;
}

/** See CropPicture. */
export function CropDialog({ picture, alone, square, onDone, onClose }: CropPictureProps) {
  const t = useTranslations();
  const read = useReadPicture(picture.content);
  const { ref: stageRef, ...stage } = useElementSize();
  const [shown, setShown] = useState<Size | null>(null);
  const placing = usePlacing(stage, shown, square ? "square" : "whole");
  const { isCutting, failed, start } = useCutting();
  const leave = useLeaveQuestion({
    isChanged: () => placing.isChanged,
    question: t("ImageSettings.closeQuestion"),
    onClose,
  });

  const finish = async () => {
    const { view, placed, isWhole } = placing;
    if (!read || !view) return;
    const content = isWhole ? picture.content : await start(() => cut(read, view, placed));
    if (content) onDone({ ...picture, content, sizeBytes: content.size });
  };
  return (
    <Modal opened onClose={leave} size="lg" fillsPhone title={t("ImageSettings.cropTitle")}>
      <div ref={stageRef} className={classes.stage}>
        {read && (
          <CropStage
            // The stage measures itself once; after a resize its frame would not match the crop.
            key={`${stage.width} ${stage.height}`}
            url={read.url}
            placing={placing}
            onShown={setShown}
          />
        )}
      </div>
      <p className={classes.tip}>{t("ImageSettings.cropTap")}</p>
      <div className={classes.settings}>
        {read && <CropPreview url={read.url} placing={placing} />}
        <CropControls placing={placing} />
      </div>
      {failed && (
        <div className={classes.failure}>
          <FailureAlert title={t("Site.error")} text={t("ImageSettings.cropFailed")} />
        </div>
      )}
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onClose}>
          {t("ImageSettings.cancel")}
        </Button>
        {alone && (
          <Button variant="default" onClick={() => onDone(picture)}>
            {t("ImageSettings.sendAsIs")}
          </Button>
        )}
        <Button loading={isCutting} disabled={!placing.view} onClick={() => void finish()}>
          {t(alone ? "ImageSettings.cropAndUpload" : "ImageSettings.apply")}
        </Button>
      </div>
    </Modal>
  );
}

const previewSizePx = 72;

interface CropPreviewProps {
  url: string;
  placing: ReturnType<typeof usePlacing>;
}

/** A round preview of a square crop; nothing for a picture of its own shape. */
export function CropPreview({ url, placing }: CropPreviewProps) {
  const t = useTranslations("ImageSettings");
  const { view, placed, shape } = placing;
  if (!view || shape !== "square") return null;
  const { frame, shown } = view;
  const scale = previewSizePx / frame.width;
  const { shift, turn, zoom } = placed;
  return (
    <div
      role="img"
      aria-label={t("cropPreview")}
      className={classes.preview}
      style={{ width: previewSizePx, height: previewSizePx }}
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

function useReadPicture(content: Blob): ReadPicture | null {
  const [read, setRead] = useState<ReadPicture | null>(null);
  useEffect(() => {
    let left = false;
    const reading = readPicture(content);
    void reading.then((picture) => left || setRead(picture));
    return () => {
      left = true;
      void reading.then((picture) => picture?.forget());
    };
  }, [content]);
  return read;
}

function useCutting() {
  const [isCutting, setIsCutting] = useState(false);
  const [failed, setFailed] = useState(false);
  const start = async (work: () => Promise<Blob | null>) => {
    setIsCutting(true);
    const content = await work();
    setIsCutting(false);
    setFailed(content === null);
    return content;
  };
  return { isCutting, failed, start };
}
