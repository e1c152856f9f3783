import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { userQuery } from "#lib/auth/queries.ts";
import { addressCorrected, type AddressCorrection, linkResent } from "#lib/auth/schema.ts";
import { messageBody } from "#lib/http/schema.ts";

/** Asks for another confirmation mail; answers with the message to show, and how long no other can be asked for. */
export function useResendConfirmation() {
  const locale = useLocale();
  return useMutation({
    mutationFn: () => api.get(`/api/${locale}/email/resend`, linkResent),
  });
}

/** Gives the unconfirmed account of this session another address, `email` whole; the member shown is the new one. */
export function useCorrectAddress() {
  const locale = useLocale();
  const auth = useAuth();
  const queryClient = useQueryClient();
  const token = auth.status === "authenticated" ? auth.token : null;
  return useMutation({
    mutationFn: (correction: AddressCorrection) =>
      api.put(`/api/${locale}/email`, addressCorrected, correction),
    onSuccess: ({ data }) => queryClient.setQueryData(userQuery(locale, token).queryKey, data),
  });
}

/** Spends the token of the mailed link. Works signed in or not; who is signed in is asked anew. */
export function useVerifyEmail() {
  const locale = useLocale();
  const auth = useAuth();
  const queryClient = useQueryClient();
  const token = auth.status === "authenticated" ? auth.token : null;
  return useMutation({
    mutationFn: (linkToken: string) =>
      api.post(`/api/${locale}/email/verify`, messageBody, { token: linkToken }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery(locale, token).queryKey }),
  });
}
