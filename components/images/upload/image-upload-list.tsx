"use client";

import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/images/upload/image-uploader.module.css";
import { PicturePreview } from "#components/images/upload/picture-preview.tsx";
import { UploadRow, UploadRows } from "#components/ui/upload-row.tsx";
import { useImageUploads } from "#lib/images/image-uploads.ts";

/** Uploads under way, then how many are done. */
export function ImageUploadList() {
  const t = useTranslations();
  const { uploads, items } = useImageUploads();
  const isBusy = uploads.isBusy();
  const shown = items.filter(({ state }) => isBusy || state !== "done");
  const doneCount = items.filter(({ state }) => state === "done").length;
  return (
    <>
      {shown.length > 0 && (
        <div className={classes.uploads}>
          <UploadRows label={t("Uploads.list")}>
            {shown.map(({ id, source, ...upload }) => (
              <UploadRow
                key={id}
                name={source.name}
                upload={{ id, ...upload }}
                preview={<PicturePreview content={source.content} />}
                onCancel={() => uploads.cancel(id)}
                onRetry={() => uploads.retry(id)}
                onDismiss={() => uploads.dismiss(id)}
              />
            ))}
          </UploadRows>
        </div>
      )}
      <p role="status" className={classes.status}>
        {!isBusy && doneCount > 0 && (
          <>
            <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
            {t("ImageSettings.uploadedCount", { count: doneCount })}
          </>
        )}
      </p>
    </>
  );
}
