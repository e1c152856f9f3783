/**
 * Makes an image the main one, or deletes it. While a call is under way its outcome is laid over what the caches
 * hold (`usePendingChanges`), so a failure needs no undoing and a refetch cannot bring an image back.
 */
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import { refreshOwnImages, storeDeleted, storeMain } from "#lib/images/own-images.ts";
import { imageChangeKey, ownImagesPath } from "#lib/images/queries.ts";
import type { ProfileImage } from "#lib/images/schema.ts";

export interface ImageChange {
  action: "main" | "delete";
  image: ProfileImage;
}

interface Outcome {
  onDone: (message: string) => void;
  onFailed: (failure: Error) => void;
}

const paths = { main: "set/main", delete: "delete" } as const;

/** `outcome` is told even when what asked is gone from the page by then. */
export function useChangeImage(outcome: Outcome) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: imageChangeKey,
    mutationFn: ({ action, image: { id } }: ImageChange) =>
      api.post(`${ownImagesPath(locale)}/${paths[action]}`, messageBody, { id }),
    onSuccess: ({ message }, { action, image }) => {
      const store = action === "main" ? storeMain : storeDeleted;
      store({ client, locale }, image);
      outcome.onDone(message);
    },
    onError: outcome.onFailed,
    onSettled: () => {
      // Another change that is under way will end with the same.
      if (client.isMutating({ mutationKey: imageChangeKey }) <= 1)
        void refreshOwnImages({ client, locale });
    },
  });
}

/** Changes that the server has not answered yet, oldest first. */
export function usePendingChanges(): ImageChange[] {
  return useMutationState({
    filters: { mutationKey: imageChangeKey, status: "pending" },
    // Only useChangeImage uses this key, so the variables are its own.
    select: (mutation) => mutation.state.variables as ImageChange,
  });
}
