/**
 * Makes an image the main one, or deletes it. While a call is under way its outcome is laid over what the caches
 * hold (`usePendingImageChanges`), so a failure needs no revert and a refetch cannot bring an image back.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { type ChangeOutcome, usePendingChanges } from "#lib/api/use-pending-changes.ts";
import { messageBody } from "#lib/http/schema.ts";
import { refreshOwnImages, storeDeletedImage, storeMainImage } from "#lib/images/own-images.ts";
import { imageChangeKey, ownImagesPath } from "#lib/images/queries.ts";
import type { ProfileImage } from "#lib/images/schema.ts";

export interface ImageChange {
  action: "main" | "delete";
  image: ProfileImage;
}

const paths = { main: "set/main", delete: "delete" } as const;

/** `outcome` is called even after the component that asked is unmounted. */
export function useChangeImage(outcome: ChangeOutcome) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: imageChangeKey,
    mutationFn: ({ action, image: { id } }: ImageChange) =>
      api.post(`${ownImagesPath(locale)}/${paths[action]}`, messageBody, { id }),
    onSuccess: ({ message }, { action, image }) => {
      const store = action === "main" ? storeMainImage : storeDeletedImage;
      store({ client, locale }, image);
      outcome.onDone(message);
    },
    onError: outcome.onFailed,
    onSettled: () => {
      // Another change that is under way refetches at its end.
      if (client.isMutating({ mutationKey: imageChangeKey }) <= 1)
        void refreshOwnImages({ client, locale });
    },
  });
}

/** Changes that the server has not answered yet, oldest first. */
export function usePendingImageChanges(): ImageChange[] {
  return usePendingChanges<ImageChange>(imageChangeKey);
}
