import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { type LoginInput, type RegistrationForm, signedIn } from "#lib/auth/schema.ts";

/** `login` is whole. The member is signed in only by useAuth().signIn with the answer. */
export function useLogin() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: LoginInput) =>
      api.post(`/api/${locale}/login`, signedIn, input, { asDevice: true }),
  });
}

/** `email` is whole. */
export function useRegister() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: RegistrationForm) =>
      api.post(`/api/${locale}/registration`, signedIn, input, { asDevice: true }),
  });
}
