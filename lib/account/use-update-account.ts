/** Changes of the member's own account. The component that asked shows a failure. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { accountQuery, sessionsQuery, settingPath } from "#lib/account/queries.ts";
import {
  type Account,
  accountChanged,
  type AccountInput,
  deletionAnswer,
  type PasswordAgain,
  type PasswordChangeInput,
  type PhoneChangeInput,
  type PhoneConfirmationInput,
} from "#lib/account/schema.ts";
import { api } from "#lib/api/api-client.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { userQuery } from "#lib/auth/queries.ts";
import { messageBody } from "#lib/http/schema.ts";

/** Refetches the user, because the member's name changes wherever it is shown. */
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

/** Requests a code to the phone that the member wants to add. */
export function useSendPhoneCode() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: PhoneChangeInput) =>
      api.post(`${settingPath(locale)}/phone`, messageBody, input),
  });
}

/** Stores the phone after its code has proved that it is the member's. */
export function useConfirmPhone() {
  const locale = useLocale();
  const cache = useCachingAccount();
  return useMutation({
    mutationFn: (input: PhoneConfirmationInput) =>
      api.post(`${settingPath(locale)}/phone/confirm`, accountChanged, input),
    onSuccess: cache,
  });
}

export function useRemovePhone() {
  const locale = useLocale();
  const cache = useCachingAccount();
  return useMutation({
    mutationFn: (input: PasswordAgain) =>
      api.delete(`${settingPath(locale)}/phone`, accountChanged, input),
    onSuccess: cache,
  });
}

/** Changes the password, which ends every other session. */
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
    mutationFn: ({ id, ...input }: PasswordAgain & { id: number }) =>
      api.delete(`${settingPath(locale)}/sessions/${id}`, messageBody, input),
    onSettled: forgetSessions,
  });
}

/** Signs all other devices out. */
export function useEndOtherSessions() {
  const locale = useLocale();
  const forgetSessions = useForgettingSessions();
  return useMutation({
    mutationFn: (input: PasswordAgain) =>
      api.delete(`${settingPath(locale)}/sessions`, messageBody, input),
    onSettled: forgetSessions,
  });
}

/** Ends every session, this one too; signing in within 30 days brings the account back. */
export function useDeleteAccount() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: PasswordAgain) =>
      api.post(`${settingPath(locale)}/deletion`, deletionAnswer, input),
  });
}

function useCachingAccount() {
  const locale = useLocale();
  const client = useQueryClient();
  return ({ data }: { data: Account }) => {
    client.setQueryData(accountQuery(locale).queryKey, data);
  };
}

function useForgettingSessions() {
  const locale = useLocale();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsQuery(locale).queryKey });
}
