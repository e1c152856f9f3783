import { useTranslations } from "next-intl";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { useCall } from "#lib/api/use-call.ts";
import type { RegistrationForm } from "#lib/auth/registration-schema.ts";
import { type LoginInput, type SignedIn, signedIn } from "#lib/auth/schema.ts";
import { storesCookies } from "#lib/browser/cookies.ts";

/** `login` includes the domain. Only useAuth().signIn with the answer signs the member in. */
export const useLogin = () =>
  useCallForToken((locale, input: LoginInput) =>
    api.post(`/api/${locale}/login`, signedIn, input, { asDevice: true }),
  );

/** `email` includes the domain. */
export const useRegister = () =>
  useCallForToken((locale, input: RegistrationForm) =>
    api.post(`/api/${locale}/registration`, signedIn, input, { asDevice: true }),
  );

/** Nothing is sent where the token could not be stored: it would leave a session, or an account, that nobody is signed in to. */
function useCallForToken<Input>(call: (locale: string, input: Input) => Promise<SignedIn>) {
  const t = useTranslations("Auth");
  return useCall(async (locale, input: Input) => {
    if (!storesCookies()) throw new ApiFailure(t("cookiesRefused"), { status: false });
    return call(locale, input);
  });
}
