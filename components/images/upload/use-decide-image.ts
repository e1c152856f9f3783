"use client";

import { useTranslations } from "next-intl";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { type ImageChange, useChangeImage } from "#lib/images/use-change-image.ts";
import { useImageUploads } from "#lib/images/image-uploads.ts";

/** Carries out a decision about an image and shows its outcome as a toast. Resolves to false when the member declines. */
export function useDecideImage(): (change: ImageChange) => Promise<boolean> {
  const t = useTranslations("Images");
  const confirm = useConfirm();
  const { uploads } = useImageUploads();
  const { mutate } = useChangeImage(useOutcomeToasts());
  return async (change) => {
    const deletes = change.action === "delete";
    if (deletes && !(await confirm(t("deleteQuestion"), { danger: true }))) return false;
    // The toast "1 photo added" may be about the image that is being deleted.
    if (deletes) uploads.forgetDone();
    mutate(change);
    return true;
  };
}
