/**
 * Dismisses a suggestion, which the member can restore. While the call is under way its outcome is laid over what the
 * cache holds, so a failure needs no revert and a refetch cannot bring the row back.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { useCall } from "#lib/api/use-call.ts";
import { usePendingChanges } from "#lib/api/use-pending-changes.ts";
import { peopleKey, suggestionsQuery } from "#lib/people/queries.ts";
import { suggestionDecided } from "#lib/people/schema.ts";

const dismissKey = [...peopleKey, "dismiss"] as const;
/**
 * The last call that dismissed each person. Whoever is restored at once waits for it, or it might dismiss them again; other
 * calls leave at once, because those that wait are lost with the page.
 */
const dismissals = new Map<number, Promise<unknown>>();

interface Dismissal {
  /** With fewer left, further suggestions are fetched. */
  leftMin: number;
  onFailed: (failure: Error, id: number) => void;
}

export function useDismissSuggestion({ leftMin, onFailed }: Dismissal) {
  const locale = useLocale();
  const client = useQueryClient();
  const { queryKey } = suggestionsQuery(locale);
  return useMutation({
    mutationKey: dismissKey,
    mutationFn: (id: number) => {
      const answer = api.delete(`/api/${locale}/users/suggestions/${id}`, suggestionDecided);
      dismissals.set(id, answer);
      return answer;
    },
    onSuccess: async (_answer, id) => {
      // The answer to an earlier request would bring the suggestion back.
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (known) => known && { ...known, people: known.people.filter((one) => one.id !== id) },
      );
      const left = client.getQueryData(queryKey)?.people.length ?? 0;
      // Awaited, so that the page does not say that none are left before others have arrived.
      if (left < leftMin) await client.invalidateQueries({ queryKey });
    },
    onError: onFailed,
  });
}

export function useRestoreSuggestion(onFailed: (failure: Error) => void) {
  const { queryKey } = suggestionsQuery(useLocale());
  const client = useQueryClient();
  return useCall(
    async (locale, id: number) => {
      await dismissals.get(id)?.catch(() => undefined); // whoever dismissed them is told why it failed
      return api.put(`/api/${locale}/users/suggestions/${id}`, suggestionDecided);
    },
    { onSuccess: () => client.invalidateQueries({ queryKey }), onError: onFailed },
  );
}

/** The ids of suggestions whose dismissal is pending. */
export function useBeingDismissed(): ReadonlySet<number> {
  const ids = usePendingChanges<number>(dismissKey);
  return new Set(ids);
}
