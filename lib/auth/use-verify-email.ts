import { useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { useCall } from "#lib/api/use-call.ts";
import {
  addressCorrected,
  type AddressCorrectionForm,
  emailVerified,
  linkResent,
} from "#lib/auth/schema.ts";
import { useUserKey } from "#lib/auth/use-user-key.ts";

/** Requests another confirmation mail; returns the message to show and the wait until the next one. */
export const useResendConfirmation = () =>
  useCall((locale) => api.get(`/api/${locale}/email/resend`, linkResent));

/** Replaces the address of the unconfirmed account of this session by `email`, which includes the domain, and stores the member. */
export function useCorrectAddress() {
  const client = useQueryClient();
  const userKey = useUserKey();
  return useCall(
    (locale, correction: AddressCorrectionForm) =>
      api.put(`/api/${locale}/email`, addressCorrected, correction),
    { onSuccess: ({ data }) => client.setQueryData(userKey, data) },
  );
}

/** Spends the token of the mailed link, signed in or not, and refetches the session. */
export function useVerifyEmail() {
  const client = useQueryClient();
  const queryKey = useUserKey();
  return useCall(
    (locale, token: string) => api.post(`/api/${locale}/email/verify`, emailVerified, { token }),
    { onSuccess: () => client.invalidateQueries({ queryKey }) },
  );
}
