/**
 * Dismisses a suggestion, which can be undone. While the call is under way its outcome is laid over what the cache holds,
 * so a failure needs no undoing and a refetch cannot bring the row back.
 */
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { peopleKey, suggestionsQuery } from "#lib/people/queries.ts";
import { suggestionDecided } from "#lib/people/schema.ts";

const dismissKey = [...peopleKey, "dismiss"] as const;

interface Dismissal {
  /** Fewer than so many left: others are asked for. */
  leftMin: number;
  onDone: (answer: { message: string }, id: number) => void;
  onFailed: (failure: Error) => void;
}

export function useDismissSuggestion({ leftMin, onDone, onFailed }: Dismissal) {
  const locale = useLocale();
  const client = useQueryClient();
  const { queryKey } = suggestionsQuery(locale);
  return useMutation({
    mutationKey: dismissKey,
    mutationFn: (id: number) =>
      api.delete(`/api/${locale}/users/suggestions/${id}`, suggestionDecided),
    onSuccess: async (answer, id) => {
      onDone(answer, id);
      // An answer that was asked for before would bring it back.
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (known) => known && { ...known, people: known.people.filter((one) => one.id !== id) },
      );
      const left = client.getQueryData(queryKey)?.people.length ?? 0;
      // Waited for: until others are known, nothing may say that there are none.
      if (left < leftMin) await client.invalidateQueries({ queryKey });
    },
    onError: onFailed,
  });
}

/** Takes a dismissal back: the member may be suggested again. */
export function useRestoreSuggestion(onFailed: (failure: Error) => void) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      api.put(`/api/${locale}/users/suggestions/${id}`, suggestionDecided, undefined),
    onSuccess: () => client.invalidateQueries({ queryKey: suggestionsQuery(locale).queryKey }),
    onError: onFailed,
  });
}

/** Those whom the member does not want, whatever the server has said so far. */
export function useBeingDismissed(): ReadonlySet<number> {
  const ids = useMutationState({
    filters: { mutationKey: dismissKey, status: "pending" },
    // Only useDismissSuggestion uses this key, so the variables are its own.
    select: (mutation) => mutation.state.variables as number,
  });
  return new Set(ids);
}
