"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { type ChangeOutcome, usePendingChanges } from "#lib/api/use-pending-changes.ts";
import { blockChangeKey, blockPath, blockStateQuery } from "#lib/blocks/queries.ts";
import { blockAnswer } from "#lib/blocks/schema.ts";

interface BlockChange {
  /** The other member. */
  id: number;
  action: "block" | "unblock";
}

/**
 * Blocks and unblocks. This changes everywhere whom the member may see, so every active query is refetched, and the
 * change counts as pending until then. `outcome` is called even after the component that asked is unmounted.
 */
export function useChangeBlock(outcome: ChangeOutcome) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: blockChangeKey,
    mutationFn: ({ id, action }: BlockChange) =>
      action === "block"
        ? api.post(blockPath(locale, id), blockAnswer)
        : api.delete(blockPath(locale, id), blockAnswer),
    onSuccess: async ({ message, data }, { id }) => {
      outcome.onDone(message);
      await client.invalidateQueries();
      const { queryKey } = blockStateQuery(locale, id);
      // After an unblock the other may still block the member, which the refetch has shown.
      client.setQueryData(queryKey, (known) =>
        data.status === "blocked" ? "blocked" : known === "absent" ? known : "none",
      );
    },
    onError: outcome.onFailed,
  });
}

/** Pending changes, oldest first. */
export function usePendingBlocks(): BlockChange[] {
  return usePendingChanges<BlockChange>(blockChangeKey);
}

export function usePendingBlock(id: number): BlockChange["action"] | null {
  return usePendingBlocks().findLast((change) => change.id === id)?.action ?? null;
}
