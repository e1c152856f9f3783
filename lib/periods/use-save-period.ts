/**
 * Adds, changes and deletes own educations or jobs. While a call is under way its outcome is shown by laying it over
 * the list (`usePeriodsShown`), so a failure needs no revert and a refetch cannot bring a row back.
 */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type * as z from "zod/mini";
import { api } from "#lib/api/api-client.ts";
import { type ChangeOutcome, usePendingChanges } from "#lib/api/use-pending-changes.ts";
import { messageBody } from "#lib/http/schema.ts";
import {
  type Period,
  type PeriodChange,
  unsavedId,
  withPeriodChanges,
} from "#lib/periods/periods.ts";

/** Where the member's own periods of a kind are cached and stored. */
export interface OwnPeriodsSource<P extends Period> {
  /** Begins the query keys of this kind. */
  key: QueryKey;
  /** The key of the member's own list. */
  listKey: QueryKey;
  path: string;
  /** The prefixes of the keys of what else shows them. */
  shownIn: readonly QueryKey[];
  answer: z.ZodMiniType<{ message: string; data: P }>;
}

export interface PeriodToSave<P extends Period> {
  /** The period as an optimistic update; a new one has the id `unsavedId`. */
  saved: P;
  input: object;
}

/** `outcome` is called even after the component that asked is unmounted. */
export function useSavePeriod<P extends Period>(own: OwnPeriodsSource<P>, outcome: ChangeOutcome) {
  const { store, refresh } = useOwnList(own);
  return useMutation({
    mutationKey: changeKeyOf(own),
    mutationFn: ({ saved, input }: PeriodToSave<P>) =>
      saved.id === unsavedId
        ? api.post(own.path, own.answer, input)
        : api.put(`${own.path}/${saved.id}`, own.answer, input),
    onSuccess: ({ data, message }) => {
      store({ saved: data });
      outcome.onDone(message);
    },
    onError: outcome.onFailed,
    onSettled: refresh,
  });
}

export function useDeletePeriod<P extends Period>(
  own: OwnPeriodsSource<P>,
  outcome: ChangeOutcome,
) {
  const { store, refresh } = useOwnList(own);
  return useMutation({
    mutationKey: changeKeyOf(own),
    mutationFn: ({ deleted }: { deleted: number }) =>
      api.delete(`${own.path}/${deleted}`, messageBody),
    onSuccess: ({ message }, { deleted }) => {
      store({ deleted });
      outcome.onDone(message);
    },
    onError: outcome.onFailed,
    onSettled: refresh,
  });
}

/** The member's own list under an optimistic update of pending changes. */
export function usePeriodsShown<P extends Period>(
  own: OwnPeriodsSource<P>,
  periods: readonly P[] | undefined,
): readonly P[] | undefined {
  const changes = usePendingChanges<PeriodChange<P>>(changeKeyOf(own));
  // Reads the cache itself: a change that has just ended is no longer pending, and `periods` may be of the former render.
  const stored = useQueryClient().getQueryData<P[]>(own.listKey) ?? periods;
  return useMemo(() => stored && withPeriodChanges(stored, changes), [stored, changes]);
}

const changeKeyOf = ({ key }: { key: QueryKey }) => [...key, "change"];

function useOwnList<P extends Period>(own: OwnPeriodsSource<P>) {
  const client = useQueryClient();
  const store = (change: PeriodChange<P>) =>
    void client.setQueryData<P[]>(own.listKey, (list) => list && withPeriodChanges(list, [change]));
  const refresh = () => {
    // Another change that is under way refetches at its end.
    if (client.isMutating({ mutationKey: changeKeyOf(own) }) > 1) return;
    void client.invalidateQueries({ queryKey: own.key });
    for (const queryKey of own.shownIn) void client.invalidateQueries({ queryKey });
  };
  return { store, refresh };
}
