"use client";

import { useTranslations } from "next-intl";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { type ImageChange, useChangeImage } from "#lib/images/change-image.ts";
import { useImageUploads } from "#lib/images/image-uploads.ts";

/** Carries out what the member decided about an image, and says how it went. Resolves to whether it was decided. */
export function useDecideImage(): (change: ImageChange) => Promise<boolean> {
  const t = useTranslations();
  const confirm = useConfirm();
  const { uploads } = useImageUploads();
  const { mutate } = useChangeImage({
    onDone: (message) => showSuccess(t("Site.success"), message),
    onFailed: (failure) => showFailure(t("Site.failure"), failure.message),
  });
  return async (change) => {
    const deletes = change.action === "delete";
    if (deletes && !(await confirm(t("Images.deleteQuestion"), { danger: true }))) return false;
    // "1 photo added" may be about the one that goes.
    if (deletes) uploads.forgetDone();
    mutate(change);
    return true;
  };
}
