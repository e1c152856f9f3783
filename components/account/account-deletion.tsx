"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "#components/account/account-deletion.module.css";
import formClasses from "#components/account/form.module.css";
import { CurrentPasswordField } from "#components/account/current-password-field.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { useDeleteAccount } from "#lib/account/use-update-account.ts";
import { passwordAgain } from "#lib/account/schema.ts";
import { useAuth, useMember } from "#lib/auth/auth-context.tsx";
import { writeArrivalToast } from "#lib/browser/cookies.ts";

const initialValues = { password: "" };

const consequences = [
  "deletionHidden",
  "deletionWayBack",
  "deletionFinal",
  "deletionExportHint",
] as const;

/** Explains the deletion, asks for the password and a confirmation, and signs the member out; MemberGate leads to the login. */
export function AccountDeletion() {
  const t = useTranslations("Settings");
  const { email } = useMember();
  const { leave } = useAuth();
  const confirm = useConfirm();
  const remove = useDeleteAccount();
  const { form, alert, submit } = useCheckedForm({
    schema: passwordAgain,
    initialValues,
    send: async (input) => {
      if (!(await confirm(t("deletionQuestion", { login: email }), { danger: true }))) return;
      await leave(async () => {
        const { message } = await remove.mutateAsync(input);
        writeArrivalToast(message);
      });
    },
  });
  return (
    <>
      <ul className={classes.consequences}>
        {consequences.map((consequence) => (
          <li key={consequence}>{t(consequence)}</li>
        ))}
      </ul>
      <form noValidate onSubmit={submit} className={`${formClasses.form} ${formClasses.narrow}`}>
        <FormAlert message={alert} />
        <CurrentPasswordField {...form.getInputProps("password")} label={t("deletionPassword")} />
        <div className={formClasses.actions}>
          {/* Stays clickable while the confirmation is open, because the focus returns to this button. */}
          <Button type="submit" color="red" loading={remove.isPending || remove.isSuccess}>
            {t("deleteAccount")}
          </Button>
        </div>
      </form>
    </>
  );
}
