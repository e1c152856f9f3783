import { api } from "#lib/api/api-client.ts";
import { useCall } from "#lib/api/use-call.ts";
import type { RegistrationForm } from "#lib/auth/registration-schema.ts";
import { type LoginInput, signedIn } from "#lib/auth/schema.ts";

/** `login` includes the domain. Only useAuth().signIn with the answer signs the member in. */
export const useLogin = () =>
  useCall((locale, input: LoginInput) =>
    api.post(`/api/${locale}/login`, signedIn, input, { asDevice: true }),
  );

/** `email` includes the domain. */
export const useRegister = () =>
  useCall((locale, input: RegistrationForm) =>
    api.post(`/api/${locale}/registration`, signedIn, input, { asDevice: true }),
  );
