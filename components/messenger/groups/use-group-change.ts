"use client";

import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { useChangeGroup } from "#lib/messenger/cache/change-group.ts";

/** Changes a group; a toast shows why a change was refused. */
export function useGroupChange(chatId: number) {
  const { mutate, mutateAsync, isPending } = useChangeGroup(chatId, useOutcomeToasts().onFailed);
  return { change: mutate, changeAsync: mutateAsync, isPending };
}
