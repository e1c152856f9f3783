"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { blockChangeKey, blockPath, isBlockedQuery } from "#lib/blocks/queries.ts";
import { blockAnswer } from "#lib/blocks/schema.ts";

interface BlockChange {
  /** The other member. */
  id: number;
  action: "block" | "unblock";
}

interface Outcome {
  onDone: (message: string) => void;
  onFailed: (failure: Error) => void;
}

/**
 * Blocks, and takes it back. Whom one may see changes with it everywhere, so that all that is shown is asked for anew;
 * until that has come the change counts as under way. `outcome` is told even when what asked is gone from the page.
 */
export function useChangeBlock(outcome: Outcome) {
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
      client.setQueryData(isBlockedQuery(locale, id).queryKey, data.status === "blocked");
    },
    onError: outcome.onFailed,
  });
}

/** Changes that are under way, oldest first. */
export function usePendingBlocks(): BlockChange[] {
  return useMutationState({
    filters: { mutationKey: blockChangeKey, status: "pending" },
    // Only useChangeBlock uses this key, so the variables are its own.
    select: (mutation) => mutation.state.variables as BlockChange,
  });
}

/** What is being done about a member now. */
export function usePendingBlock(id: number): BlockChange["action"] | null {
  return usePendingBlocks().findLast((change) => change.id === id)?.action ?? null;
}
