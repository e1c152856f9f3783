"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

/** The fields of the form as they are typed. */
export type AccountDraft = Record<"surname" | "name" | "patronymic" | "locale", string> & {
  time_zone: string | null;
};

const queryKey = ["account", "draft"] as const;

/**
 * Carries over unsaved values while the member visits other pages. They stand in the query cache, because that is
 * cleared when the member signs out.
 */
export function useAccountDraft() {
  const client = useQueryClient();
  return useMemo(() => {
    client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
    return {
      kept: () => client.getQueryData<AccountDraft | null>(queryKey) ?? null,
      keep: (draft: AccountDraft | null) => void client.setQueryData(queryKey, draft),
    };
  }, [client]);
}
