"use client";

/** Changes that the page shows before the server has answered them, laid over what the caches hold. */
import { type MutationKey, useMutationState } from "@tanstack/react-query";

/** What is shown of the outcome of a change, even after the component that asked for it is unmounted. */
export interface ChangeOutcome {
  onDone: (message: string) => void;
  onFailed: (failure: Error) => void;
}

/** The variables of the mutations with this key that the server has not answered yet, oldest first. */
export function usePendingChanges<Change>(mutationKey: MutationKey): Change[] {
  return useMutationState({
    filters: { mutationKey, status: "pending" },
    // Each caller has a key of its own, so the variables are those of its mutations.
    select: (mutation) => mutation.state.variables as Change,
  });
}
