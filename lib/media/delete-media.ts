/**
 * Deletes a file. While the call is under way its outcome is laid over what the caches hold (`usePendingDeletions`),
 * so a failure needs no undoing and a refetch cannot bring the file back.
 */
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import { refreshOwnMedia, storeDeleted } from "#lib/media/own-media.ts";
import { mediaKey, mediaPath } from "#lib/media/queries.ts";
import type { Media } from "#lib/files/schema.ts";

const deletionKey = [...mediaKey, "deletion"] as const;

interface Outcome {
  onDone: (message: string) => void;
  onFailed: (failure: Error) => void;
}

/** `outcome` is told even when the row that asked is gone from the page by then. */
export function useDeleteMedia(outcome: Outcome) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: deletionKey,
    mutationFn: ({ id }: Media) => api.post(`${mediaPath(locale)}/delete`, messageBody, { id }),
    onSuccess: ({ message }, file) => {
      storeDeleted({ client, locale }, file);
      outcome.onDone(message);
    },
    onError: outcome.onFailed,
    onSettled: () => {
      // Another deletion that is under way will end with the same.
      if (client.isMutating({ mutationKey: deletionKey }) <= 1) void refreshOwnMedia({ client });
    },
  });
}

/** Files whose deletion the server has not answered yet. */
export function usePendingDeletions(): Media[] {
  return useMutationState({
    filters: { mutationKey: deletionKey, status: "pending" },
    // Only useDeleteMedia uses this key, so the variables are its own.
    select: (mutation) => mutation.state.variables as Media,
  });
}
