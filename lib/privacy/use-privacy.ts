"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { type ChangeOutcome, usePendingChanges } from "#lib/api/pending-changes.ts";
import { type Privacy, privacyAnswer, privacyChanged } from "#lib/privacy/schema.ts";

const changeKey = ["privacy", "change"];

/** The settings under an optimistic update of pending changes, so that a failure needs no revert. */
export function usePrivacy() {
  const { data: saved, error, refetch } = useQuery(privacyQuery(useLocale()));
  const changes = usePendingChanges<Partial<Privacy>>(changeKey);
  const privacy =
    saved && changes.reduce<Privacy>((before, change) => ({ ...before, ...change }), saved);
  return { privacy, error, refetch };
}

/** Sends changes one after another, so that the last choice is the one stored last. */
export function useChangePrivacy(outcome: ChangeOutcome) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: changeKey,
    scope: { id: "privacy" },
    mutationFn: (change: Partial<Privacy>) => api.put(privacyPath(locale), privacyChanged, change),
    onSuccess: async ({ data, message }) => {
      const { queryKey } = privacyQuery(locale);
      // An answer to an earlier request is older than this one.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, data);
      outcome.onDone(message);
    },
    onError: outcome.onFailed,
  });
}

const privacyPath = (locale: string) => `/api/${locale}/profile/setting/privacy`;

/** The privacy settings of the member. */
const privacyQuery = (locale: string) =>
  queryOptions({
    queryKey: ["privacy", { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(privacyPath(locale), privacyAnswer, { signal })).data,
  });
