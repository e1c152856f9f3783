"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { AccountField } from "#components/auth/account-field.tsx";
import { AccountForm } from "#components/auth/account-form.tsx";
import type { Challenge } from "#components/auth/challenge.ts";
import classes from "#components/auth/login-form.module.css";
import { SecretField } from "#components/auth/password/secret-field.tsx";
import { useAccountDomain } from "#components/auth/use-account-domain.ts";
import { useAccountForm } from "#components/auth/use-account-form.ts";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { splitAccountName, wholeAccountName } from "#lib/auth/account-name.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { useLogin } from "#lib/auth/use-login.ts";
import { useIntent } from "#lib/auth/intent.ts";
import { loginFormName } from "#lib/auth/carried-values.ts";
import { loginInput } from "#lib/auth/schema.ts";
import { forgetSessionEnded, readSessionEnded, writeArrivalToast } from "#lib/browser/cookies.ts";
import { useHydrated } from "#lib/browser/use-hydrated.ts";
import { routes } from "#lib/routes.ts";

/** Whether the member was sent here because their session has ended. */
function useSessionEnded(): boolean {
  const hydrated = useHydrated();
  const [ended, setEnded] = useState<boolean | null>(null);
  if (hydrated && ended === null) setEnded(readSessionEnded());
  useEffect(() => {
    if (ended) forgetSessionEnded();
  }, [ended]);
  return ended === true;
}

const initialValues = { login: "", password: "", captcha: "" };

/** Signs the member in; the screen decides where they go then (S-LOGIN). */
export function LoginForm({ challenge }: { challenge: Challenge }) {
  const t = useTranslations("Auth");
  const { signIn } = useAuth();
  const login = useLogin();
  const intent = useIntent();
  const { domains, domain, choose, accountOf } = useAccountDomain();
  const { form, alert, submit } = useAccountForm({
    name: loginFormName,
    schema: loginInput,
    initialValues,
    challenge,
    send: async (values) => {
      const written = wholeAccountName(accountOf(values.login));
      const entered = await login.mutateAsync({ ...values, login: written });
      if (entered.restored) writeArrivalToast(entered.message);
      signIn(entered);
    },
  });
  const changeLogin = (typed: string) => {
    const account = splitAccountName(typed, domains);
    form.setFieldValue("login", account?.localPart ?? typed);
    if (account) choose(account.domain);
  };
  return (
    <AccountForm
      title={t("loginTitle")}
      lead={t(useSessionEnded() ? "sessionEnded" : "loginLead")}
      alert={alert}
      onSubmit={submit}
      submitting={form.submitting || login.isSuccess}
      challenge={challenge}
      submitLabel={t("signIn")}
      question={challenge.field(form.getInputProps("captcha"))}
      footer={
        <span className={classes.footer}>
          <RouteLink route={routes.recovery(intent)}>{t("forgotPassword")}</RouteLink>
          <span>
            {t("noAccount")} <RouteLink route={routes.signup(intent)}>{t("toSignup")}</RouteLink>
          </span>
        </span>
      }
    >
      <AccountField
        {...form.getInputProps("login")}
        label={t("login")}
        onChange={(event) => changeLogin(event.currentTarget.value)}
        domains={domains}
        domain={domain}
        onDomainChange={choose}
      />
      <SecretField
        {...form.getInputProps("password")}
        label={t("password")}
        autoComplete="current-password"
        enterKeyHint="next"
      />
    </AccountForm>
  );
}
