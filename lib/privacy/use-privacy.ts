"use client";

import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { privacyPath, privacyQuery } from "#lib/privacy/queries.ts";
import { type Privacy, privacyChanged } from "#lib/privacy/schema.ts";

const changeKey = ["privacy", "change"];

/** The settings with what is being saved laid over them, so that a failure needs no undoing. */
export function usePrivacy() {
  const { data: saved, error, refetch } = useQuery(privacyQuery(useLocale()));
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: "pending" },
    // Only useChangePrivacy uses this key, so the variables are its own.
    select: (mutation) => mutation.state.variables as Partial<Privacy>,
  });
  const privacy =
    saved && changes.reduce<Privacy>((before, change) => ({ ...before, ...change }), saved);
  return { privacy, error, refetch };
}

interface Outcome {
  onDone: (message: string) => void;
  onFailed: (failure: Error) => void;
}

/** Changes are sent one after another, so that the last one chosen is the last one stored. */
export function useChangePrivacy(outcome: Outcome) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: changeKey,
    scope: { id: "privacy" },
    mutationFn: (change: Partial<Privacy>) => api.put(privacyPath(locale), privacyChanged, change),
    onSuccess: async ({ data, message }) => {
      const { queryKey } = privacyQuery(locale);
      // What was asked for before is older than this answer.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, data);
      outcome.onDone(message);
    },
    onError: outcome.onFailed,
  });
}
