/** Changes of the member's own account. The component that asked shows a failure. */
import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { accountQuery, sessionsQuery, settingPath } from "#lib/account/queries.ts";
import {
  type Account,
  accountChanged,
  type AccountInput,
  type AccountSession,
  deletionAnswer,
  type PasswordAgain,
  type PasswordChangeInput,
  type PhoneChangeInput,
  type PhoneConfirmationInput,
} from "#lib/account/schema.ts";
import { api } from "#lib/api/api-client.ts";
import { useCall } from "#lib/api/use-call.ts";
import { useUserKey } from "#lib/auth/use-user-key.ts";
import { messageBody } from "#lib/http/schema.ts";

/** Refetches the user, because the member's name changes wherever it is shown. */
export function useUpdateAccount() {
  const client = useQueryClient();
  const queryKey = useUserKey();
  const cache = useCachingAccount();
  return useCall(
    (locale, input: AccountInput) =>
      api.put(`${settingPath(locale)}/account`, accountChanged, input),
    {
      onSuccess: (answer) => {
        cache(answer);
        // Not awaited, so that the form ends with the answer.
        void client.invalidateQueries({ queryKey });
      },
    },
  );
}

/** Requests a code to the phone that the member wants to add. */
export const useSendPhoneCode = () =>
  useCall((locale, input: PhoneChangeInput) =>
    api.post(`${settingPath(locale)}/phone`, messageBody, input),
  );

/** Stores the phone after its code has proved that it is the member's. */
export const useConfirmPhone = () =>
  useCall(
    (locale, input: PhoneConfirmationInput) =>
      api.post(`${settingPath(locale)}/phone/confirm`, accountChanged, input),
    { onSuccess: useCachingAccount() },
  );

export const useRemovePhone = () =>
  useCall(
    (locale, input: PasswordAgain) =>
      api.delete(`${settingPath(locale)}/phone`, accountChanged, input),
    { onSuccess: useCachingAccount() },
  );

/** Changes the password, which ends every other session. */
export function useChangePassword() {
  const { forget } = useCachedSessions();
  return useCall(
    (locale, input: PasswordChangeInput) =>
      api.put(`${settingPath(locale)}/password`, messageBody, input),
    { onSuccess: () => forget(isOther) },
  );
}

/** Signs one of the other devices out. */
export function useEndSession() {
  const { forget, refetch } = useCachedSessions();
  return useCall(
    (locale, { id, ...input }: PasswordAgain & { id: number }) =>
      api.delete(`${settingPath(locale)}/sessions/${id}`, messageBody, input),
    { onSuccess: (_answer, { id }) => forget((session) => session.id === id), onError: refetch },
  );
}

/** Signs all other devices out. */
export function useEndOtherSessions() {
  const { forget, refetch } = useCachedSessions();
  return useCall(
    (locale, input: PasswordAgain) =>
      api.delete(`${settingPath(locale)}/sessions`, messageBody, input),
    { onSuccess: () => forget(isOther), onError: refetch },
  );
}

/** Ends every session, this one too; signing in within 30 days brings the account back. */
export const useDeleteAccount = () =>
  useCall((locale, input: PasswordAgain) =>
    api.post(`${settingPath(locale)}/deletion`, deletionAnswer, input),
  );

function useCachingAccount() {
  const locale = useLocale();
  const client = useQueryClient();
  return ({ data }: { data: Account }) => {
    client.setQueryData(accountQuery(locale).queryKey, data);
  };
}

const isOther = ({ current }: AccountSession) => !current;

/** The cached list of sessions. Nothing awaits its refetch, so that a form ends with the answer. */
function useCachedSessions() {
  const { queryKey } = sessionsQuery(useLocale());
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey });
  return {
    refetch,
    forget: (isEnded: (session: AccountSession) => boolean) => {
      client.setQueryData(queryKey, (known) => known?.filter((session) => !isEnded(session)));
      refetch();
    },
  };
}
