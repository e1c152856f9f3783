import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { userQuery } from "#lib/auth/queries.ts";
import {
  addressCorrected,
  type AddressCorrectionForm,
  emailVerified,
  linkResent,
} from "#lib/auth/schema.ts";

/** Requests another confirmation mail; returns the message to show and the wait until the next one. */
export function useResendConfirmation() {
  const locale = useLocale();
  return useMutation({
    mutationFn: () => api.get(`/api/${locale}/email/resend`, linkResent),
  });
}

/** Replaces the address of the unconfirmed account of this session by `email`, which includes the domain, and stores the member. */
export function useCorrectAddress() {
  const locale = useLocale();
  const auth = useAuth();
  const queryClient = useQueryClient();
  const token = auth.status === "authenticated" ? auth.token : null;
  return useMutation({
    mutationFn: (correction: AddressCorrectionForm) =>
      api.put(`/api/${locale}/email`, addressCorrected, correction),
    onSuccess: ({ data }) => queryClient.setQueryData(userQuery(locale, token).queryKey, data),
  });
}

/** Spends the token of the mailed link, signed in or not, and refetches the session. */
export function useVerifyEmail() {
  const locale = useLocale();
  const auth = useAuth();
  const queryClient = useQueryClient();
  const token = auth.status === "authenticated" ? auth.token : null;
  return useMutation({
    mutationFn: (linkToken: string) =>
      api.post(`/api/${locale}/email/verify`, emailVerified, { token: linkToken }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery(locale, token).queryKey }),
  });
}
