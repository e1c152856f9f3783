"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

/** The fields of the form as they are typed. */
export type AccountDraft = Record<"surname" | "name" | "patronymic" | "locale", string> & {
  time_zone: string | null;
};

const queryKey = ["account", "draft"] as const;

/**
 * What was typed and not saved waits while the member looks at other pages. It is kept among the answers
 * of the server, because those are forgotten when the member signs out.
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
