import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import type { RegistrationForm } from "#lib/auth/registration-schema.ts";
import { type LoginInput, signedIn } from "#lib/auth/schema.ts";

/** `login` includes the domain. Only useAuth().signIn with the answer signs the member in. */
export function useLogin() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: LoginInput) =>
      api.post(`/api/${locale}/login`, signedIn, input, { asDevice: true }),
  });
}

/** `email` includes the domain. */
export function useRegister() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: RegistrationForm) =>
      api.post(`/api/${locale}/registration`, signedIn, input, { asDevice: true }),
  });
}
