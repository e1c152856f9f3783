"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CurrentPasswordField } from "#components/account/current-password-field.tsx";
import classes from "#components/account/form.module.css";
import { NewPasswordField } from "#components/auth/password/new-password-field.tsx";
import { SecretField } from "#components/auth/password/secret-field.tsx";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { useLeaveWarning } from "#components/ui/forms/use-leave-warning.ts";
import { useChangePassword } from "#lib/account/use-update-account.ts";
import { passwordChangeForm } from "#lib/account/schema.ts";
import { useMember } from "#lib/auth/auth-context.tsx";

const initialValues = { current_password: "", password: "", password_confirmation: "" };

export function PasswordForm() {
  const t = useTranslations();
  const { email, surname, name, patronymic } = useMember();
  const change = useChangePassword();
  const { form, alert, submit } = useCheckedForm({
    schema: passwordChangeForm,
    initialValues,
    send: async (input) => {
      const { message } = await change.mutateAsync(input);
      form.setValues(initialValues);
      showSuccess(t("Site.success"), message);
    },
  });
  const field = form.getInputProps;
  const typed = Object.values(form.values).some((value) => value !== "");
  useLeaveWarning(typed && !form.submitting);
  return (
    <form noValidate onSubmit={submit} className={`${classes.form} ${classes.narrow}`}>
      <FormAlert message={alert} />
      <CurrentPasswordField {...field("current_password")} />
      <NewPasswordField
        {...field("password")}
        label={t("Settings.newPassword")}
        known={[email, surname, name, patronymic]}
      />
      <SecretField
        {...field("password_confirmation")}
        label={t("Settings.newPasswordAgain")}
        autoComplete="new-password"
      />
      <div className={classes.actions}>
        <Button type="submit" loading={form.submitting}>
          {t("Settings.changePassword")}
        </Button>
      </div>
    </form>
  );
}
