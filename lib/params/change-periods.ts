/**
 * Adds, changes and deletes own educations or jobs. While a call is under way its outcome is shown by laying it over
 * the list (`usePeriodsShown`), so a failure needs no undoing and a refetch cannot bring a row back.
 */
import {
  type QueryKey,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type * as z from "zod/mini";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import { type Period, type PeriodChange, unsavedId, withChanges } from "#lib/params/periods.ts";
import { profileKey } from "#lib/members/profile-key.ts";

/** Where own periods of a kind are kept. */
export interface OwnPeriods<P extends Period> {
  /** Begins the keys of all that is asked about this kind. */
  key: QueryKey;
  /** Of the query of the own list. */
  listKey: QueryKey;
  path: string;
  answer: z.ZodMiniType<{ message: string; data: P }>;
}

export interface PeriodToSave<P extends Period> {
  /** How it looks before the server has answered; its id is `unsavedId` when it is new. */
  saved: P;
  input: object;
}

interface Outcome {
  onDone: (message: string) => void;
  onFailed: (failure: Error) => void;
}

/** `outcome` is told even when what asked is gone from the page by then. */
export function useSavePeriod<P extends Period>(own: OwnPeriods<P>, outcome: Outcome) {
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

export function useDeletePeriod<P extends Period>(own: OwnPeriods<P>, outcome: Outcome) {
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

/** The own list, with what the server has not answered yet laid over it. */
export function usePeriodsShown<P extends Period>(
  own: OwnPeriods<P>,
  periods: readonly P[] | undefined,
): readonly P[] | undefined {
  const changes = useMutationState({
    filters: { mutationKey: changeKeyOf(own), status: "pending" },
    // Only the mutations above use this key, so the variables are theirs.
    select: (mutation) => mutation.state.variables as PeriodChange<P>,
  });
  // What is stored now: a change that has just ended is not laid over it any more, and `periods` may be of the render before.
  const stored = useQueryClient().getQueryData<P[]>(own.listKey) ?? periods;
  return useMemo(() => stored && withChanges(stored, changes), [stored, changes]);
}

const changeKeyOf = ({ key }: { key: QueryKey }) => [...key, "change"];

function useOwnList<P extends Period>(own: OwnPeriods<P>) {
  const client = useQueryClient();
  const store = (change: PeriodChange<P>) =>
    void client.setQueryData<P[]>(own.listKey, (list) => list && withChanges(list, [change]));
  const refresh = () => {
    // Another change under way will end with the same.
    if (client.isMutating({ mutationKey: changeKeyOf(own) }) > 1) return;
    void client.invalidateQueries({ queryKey: own.key });
    void client.invalidateQueries({ queryKey: profileKey });
  };
  return { store, refresh };
}
