import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { api } from "#lib/api/api-client.ts";
import { createListeners } from "#lib/browser/store.ts";
import { useUnseenAcceptances } from "#lib/friends/use-friend-counts.ts";
import { acceptancesQuery, friendCountsQuery } from "#lib/friends/queries.ts";
import { type Acceptance, acceptancesSeenAnswer } from "#lib/friends/schema.ts";

export interface Acceptances {
  /** Acceptances that were unseen when this list was opened, newest first. */
  rows: readonly Acceptance[];
  /** Whether acceptances exist that have not loaded yet. */
  isPending: boolean;
  /** Why they could not be loaded. */
  failure: string | null;
  retry: () => void;
}

/**
 * Who has accepted requests of the member. The caller shows all of them: in a visible tab they count as seen, and stay
 * in the list until it is left, unless the friendship ends.
 */
export function useAcceptances(): Acceptances {
  const expected = useUnseenAcceptances();
  const list = useQuery(acceptancesQuery(useLocale()));
  const { markSeen, shown } = useMarkSeen();
  const isVisible = useSyncExternalStore(visibility.subscribe, isTabVisible, () => false);

  const unseen = (list.data ?? []).filter(({ seen }) => !seen).map(({ id }) => id);
  const unseenIds = unseen.join();
  const see = useEffectEvent(() => markSeen(unseen));
  useEffect(() => {
    if (isVisible && unseenIds !== "") see();
  }, [isVisible, unseenIds]);

  return {
    rows: (list.data ?? []).filter(({ id, seen }) => !seen || shown.has(id)),
    isPending: list.isPending && expected > 0,
    failure: list.data || expected === 0 ? null : (list.error?.message ?? null),
    retry: () => void list.refetch(),
  };
}

/**
 * `shown`: the acceptances that this list has marked. A mark that failed is sent again when the list is opened next.
 */
function useMarkSeen() {
  const locale = useLocale();
  const client = useQueryClient();
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const { mutate } = useMutation({
    mutationFn: (ids: number[]) =>
      api.post(`/api/${locale}/profile/friends/accepted/seen`, acceptancesSeenAnswer, { ids }),
    onMutate: (ids) => setShown((before) => new Set([...before, ...ids])),
    onSuccess: ({ data }, ids) => {
      client.setQueryData(acceptancesQuery(locale).queryKey, (items) =>
        items?.map((item) => (ids.includes(item.id) ? { ...item, seen: true } : item)),
      );
      client.setQueryData(
        friendCountsQuery(locale).queryKey,
        (counts) => counts && { ...counts, ...data },
      );
    },
  });
  return { markSeen: mutate, shown };
}

const visibility = createListeners("visibilitychange");
const isTabVisible = () => document.visibilityState === "visible";
