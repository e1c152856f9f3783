"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { AccountField } from "#components/auth/account-field.tsx";
import { AccountForm } from "#components/auth/account-form.tsx";
import type { Challenge } from "#components/auth/challenge.ts";
import { NewPasswordField } from "#components/auth/password/new-password-field.tsx";
import { SecretField } from "#components/auth/password/secret-field.tsx";
import classes from "#components/auth/signup-form.module.css";
import { useAccountForm } from "#components/auth/use-account-form.ts";
import {
  useAddressFaults,
  useNewAddress,
  useNewAddressDomain,
} from "#components/auth/confirmation/use-new-address.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { TextField } from "#components/ui/forms/text-field.tsx";
import { splitAccountName, wholeAccountName } from "#lib/auth/account-name.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { useRegister } from "#lib/auth/use-login.ts";
import { useIntent } from "#lib/auth/intent.ts";
import { ownTimeZone } from "#lib/i18n/own-time-zone.ts";
import { routes } from "#lib/routes.ts";

const initialValues = {
  surname: "",
  name: "",
  patronymic: "",
  email: "",
  password: "",
  password_confirmation: "",
  captcha: "",
};

/** The rules of names are heavier than the form. */
const fetchSchema = async () => (await import("#lib/auth/registration-schema.ts")).registrationForm;

interface SignupFormProps {
  challenge: Challenge;
  /** The code of the invitation that led here. */
  invitation?: string | null;
}

/** Creates an account and signs it in (S-SIGNUP). */
export function SignupForm({ challenge, invitation }: SignupFormProps) {
  const t = useTranslations("Auth");
  const intent = useIntent();
  const domain = useNewAddressDomain();
  const { form, alert, submit, isSent } = useSignupForm(domain, challenge, invitation);
  const { surname, name, patronymic, email } = form.values;
  const address = useNewAddress(email, domain);
  const emailInput = form.getInputProps("email");
  return (
    <AccountForm
      title={t("signupTitle")}
      lead={t("signupLead")}
      alert={alert}
      onSubmit={submit}
      submitting={form.submitting || isSent}
      challenge={challenge}
      submitLabel={t("submitSignup")}
      question={challenge.field(form.getInputProps("captcha"))}
      footer={
        <>
          {t("haveAccount")} <RouteLink route={routes.login(intent)}>{t("toLogin")}</RouteLink>
        </>
      }
    >
      <div className={classes.names}>
        <TextField
          {...form.getInputProps("surname")}
          label={t("surname")}
          required
          autoComplete="family-name"
          enterKeyHint="next"
        />
        <TextField
          {...form.getInputProps("name")}
          label={t("name")}
          required
          autoComplete="given-name"
          enterKeyHint="next"
        />
      </div>
      <TextField
        {...form.getInputProps("patronymic")}
        label={t("patronymic")}
        required
        autoComplete="additional-name"
        enterKeyHint="next"
      />
      <AccountField
        {...emailInput}
        error={emailInput.error ?? address.error}
        hint={address.hint}
        label={t("email")}
        domains={[domain]}
        domain={domain}
      />
      <NewPasswordField
        {...form.getInputProps("password")}
        label={t("password")}
        enterKeyHint="next"
        known={[surname, name, patronymic, email]}
      />
      <SecretField
        {...form.getInputProps("password_confirmation")}
        label={t("passwordConfirmation")}
        autoComplete="new-password"
        enterKeyHint="next"
      />
    </AccountForm>
  );
}

function useSignupForm(
  domain: string,
  challenge: Challenge,
  invitation: SignupFormProps["invitation"],
) {
  const { signIn } = useAuth();
  const register = useRegister();
  const { form, alert, submit } = useAccountForm({
    name: "signup",
    schema: fetchSchema,
    initialValues,
    challenge,
    findFaults: useAddressFaults(domain),
    send: async (values) => {
      const account = { localPart: values.email, domain };
      const email = wholeAccountName(account);
      const invited = invitation ? { invitation } : {};
      signIn(
        await register.mutateAsync({ ...values, ...invited, email, time_zone: ownTimeZone() }),
      );
    },
  });
  const { setFieldValue } = form;
  // A whole address may also be there before the domain is known, where the browser fills it in.
  const localPart = splitAccountName(form.values.email, [domain])?.localPart;
  useEffect(() => {
    if (localPart !== undefined) setFieldValue("email", localPart);
  }, [localPart, setFieldValue]);
  return { form, alert, submit, isSent: register.isSuccess };
}
