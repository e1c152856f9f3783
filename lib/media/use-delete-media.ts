/**
 * Deletes a file. While the call is under way its outcome is laid over what the caches hold (`usePendingDeletions`),
 * so a failure needs no revert and a refetch cannot bring the file back.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { type ChangeOutcome, usePendingChanges } from "#lib/api/use-pending-changes.ts";
import { messageBody } from "#lib/http/schema.ts";
import { refreshOwnMedia, storeDeletedMedia } from "#lib/media/own-media.ts";
import { mediaKey, mediaPath } from "#lib/media/queries.ts";
import type { Media } from "#lib/files/schema.ts";

const deletionKey = [...mediaKey, "deletion"] as const;

/** `outcome` is called even after the row that asked is unmounted. */
export function useDeleteMedia(outcome: ChangeOutcome) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: deletionKey,
    mutationFn: ({ id }: Media) => api.post(`${mediaPath(locale)}/delete`, messageBody, { id }),
    onSuccess: ({ message }, file) => {
      storeDeletedMedia({ client, locale }, file);
      outcome.onDone(message);
    },
    onError: outcome.onFailed,
    onSettled: () => {
      // Another deletion that is under way refetches at its end.
      if (client.isMutating({ mutationKey: deletionKey }) <= 1) void refreshOwnMedia({ client });
    },
  });
}

/** Files whose deletion the server has not answered yet. */
export function usePendingDeletions(): Media[] {
  return usePendingChanges<Media>(deletionKey);
}
