/** Changes of the own account (product.md §3). A failure is shown by the component that asked. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { accountQuery, sessionsQuery, settingPath } from "#lib/account/queries.ts";
import {
  accountChanged,
  type AccountInput,
  deletionAnswer,
  type DeletionInput,
  type PasswordChangeInput,
} from "#lib/account/schema.ts";
import { api } from "#lib/api-client.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { userQuery } from "#lib/auth/queries.ts";
import { messageBody } from "#lib/http/schema.ts";

/** The member's name changes wherever it is shown: the user is asked for anew. */
export function useUpdateAccount() {
  const locale = useLocale();
  const client = useQueryClient();
  const auth = useAuth();
  const token = auth.status === "authenticated" ? auth.token : null;
  return useMutation({
    mutationFn: (input: AccountInput) =>
      api.put(`${settingPath(locale)}/account`, accountChanged, input),
    onSuccess: async ({ data }) => {
      client.setQueryData(accountQuery(locale).queryKey, data);
      await client.invalidateQueries({ queryKey: userQuery(locale, token).queryKey });
    },
  });
}

/** Every other session ends with it. */
export function useChangePassword() {
  const locale = useLocale();
  const forgetSessions = useForgettingSessions();
  return useMutation({
    mutationFn: (input: PasswordChangeInput) =>
      api.put(`${settingPath(locale)}/password`, messageBody, input),
    onSuccess: forgetSessions,
  });
}

/** Signs one of the other devices out. */
export function useEndSession() {
  const locale = useLocale();
  const forgetSessions = useForgettingSessions();
  return useMutation({
    mutationFn: (id: number) => api.delete(`${settingPath(locale)}/sessions/${id}`, messageBody),
    onSettled: forgetSessions,
  });
}

/** Signs all other devices out. */
export function useEndOtherSessions() {
  const locale = useLocale();
  const forgetSessions = useForgettingSessions();
  return useMutation({
    mutationFn: () => api.delete(`${settingPath(locale)}/sessions`, messageBody),
    onSettled: forgetSessions,
  });
}

/** Ends every session, this one too; signing in within 30 days brings the account back. */
export function useDeleteAccount() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: DeletionInput) =>
      api.post(`${settingPath(locale)}/deletion`, deletionAnswer, input),
  });
}

function useForgettingSessions() {
  const locale = useLocale();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsQuery(locale).queryKey });
}
