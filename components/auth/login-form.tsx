"use client";

import { useTranslations } from "next-intl";
import { AccountField } from "#components/auth/account-field.tsx";
import { AccountForm } from "#components/auth/account-form.tsx";
import type { Challenge } from "#components/auth/challenge.ts";
import { PasswordField } from "#components/auth/password-field.tsx";
import { useAccountDomain } from "#components/auth/use-account-domain.ts";
import { useAccountForm } from "#components/auth/use-account-form.ts";
import { RouteLink } from "#components/ui/route-link.tsx";
import { splitAccountName, wholeAccountName } from "#lib/auth/account-name.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { useLogin } from "#lib/auth/enter-account.ts";
import { loginInput } from "#lib/auth/schema.ts";
import { routes } from "#lib/routes.ts";

const initialValues = { login: "", password: "", captcha: "", key: "" };

/** Signs the member in; where they go then is up to the screen (specification §2, Login). */
export function LoginForm({ challenge }: { challenge: Challenge }) {
  const t = useTranslations("Auth");
  const { signIn } = useAuth();
  const login = useLogin();
  const { domains, domain, choose } = useAccountDomain();
  const { form, alert, submit } = useAccountForm({
    schema: loginInput,
    initialValues,
    challenge,
    send: async (values) => {
      const account = { localPart: values.login, domain };
      signIn(await login.mutateAsync({ ...values, login: wholeAccountName(account) }));
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
      lead={t("loginLead")}
      alert={alert}
      onSubmit={submit}
      submitting={form.submitting || login.isSuccess}
      challenge={challenge}
      submitLabel={t("signIn")}
      question={challenge.field(form.getInputProps("captcha"))}
      footer={
        <>
          {t("noAccount")} <RouteLink route={routes.signup()}>{t("toSignup")}</RouteLink>
        </>
      }
    >
      <AccountField
        {...form.getInputProps("login")}
        name="login"
        label={t("login")}
        autoComplete="username"
        onChange={(event) => changeLogin(event.currentTarget.value)}
        domains={domains}
        domain={domain}
        onDomainChange={choose}
      />
      <PasswordField
        {...form.getInputProps("password")}
        name="password"
        label={t("password")}
        autoComplete="current-password"
      />
    </AccountForm>
  );
}
