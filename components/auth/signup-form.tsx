"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { AccountField } from "#components/auth/account-field.tsx";
import { AccountForm } from "#components/auth/account-form.tsx";
import type { Challenge } from "#components/auth/challenge.ts";
import { PasswordField } from "#components/auth/password-field.tsx";
import classes from "#components/auth/signup-form.module.css";
import { useAccountDomain } from "#components/auth/use-account-domain.ts";
import { useAccountForm } from "#components/auth/use-account-form.ts";
import { RouteLink } from "#components/ui/route-link.tsx";
import { splitAccountName, wholeAccountName } from "#lib/auth/account-name.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { useRegister } from "#lib/auth/enter-account.ts";
import { registrationForm } from "#lib/auth/schema.ts";
import { routes } from "#lib/routes.ts";

const initialValues = {
  surname: "",
  name: "",
  patronymic: "",
  email: "",
  password: "",
  password_confirmation: "",
  captcha: "",
  key: "",
};

/** Creates an account and signs it in (specification §2, Sign-up). */
export function SignupForm({ challenge }: { challenge: Challenge }) {
  const t = useTranslations("Auth");
  const { signIn } = useAuth();
  const register = useRegister();
  const { domain } = useAccountDomain();
  const { form, alert, submit } = useAccountForm({
    schema: registrationForm,
    initialValues,
    challenge,
    send: async (values) => {
      const account = { localPart: values.email, domain };
      signIn(await register.mutateAsync({ ...values, email: wholeAccountName(account) }));
    },
  });
  const changeEmail = (typed: string) =>
    form.setFieldValue("email", splitAccountName(typed, [domain])?.localPart ?? typed);
  const field = (name: keyof typeof initialValues) => ({ ...form.getInputProps(name), name });
  return (
    <AccountForm
      title={t("signupTitle")}
      lead={t("signupLead")}
      alert={alert}
      onSubmit={submit}
      submitting={form.submitting || register.isSuccess}
      challenge={challenge}
      submitLabel={t("submitSignup")}
      question={challenge.field(form.getInputProps("captcha"))}
      footer={
        <>
          {t("haveAccount")} <RouteLink route={routes.login()}>{t("toLogin")}</RouteLink>
        </>
      }
    >
      <div className={classes.names}>
        <TextInput {...field("surname")} label={t("surname")} required autoComplete="family-name" />
        <TextInput {...field("name")} label={t("name")} required autoComplete="given-name" />
      </div>
      <TextInput
        {...field("patronymic")}
        label={t("patronymic")}
        required
        autoComplete="additional-name"
      />
      <AccountField
        {...field("email")}
        label={t("email")}
        autoComplete="username"
        onChange={(event) => changeEmail(event.currentTarget.value)}
        domains={[domain]}
        domain={domain}
      />
      <PasswordField {...field("password")} label={t("password")} autoComplete="new-password" />
      <PasswordField
        {...field("password_confirmation")}
        label={t("passwordConfirmation")}
        autoComplete="new-password"
      />
    </AccountForm>
  );
}
