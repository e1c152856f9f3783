"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CurrentPasswordField } from "#components/account/current-password-field.tsx";
import classes from "#components/account/password-dialog.module.css";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { passwordAgain, type PasswordAgain } from "#lib/account/schema.ts";

export interface PasswordQuestion {
  /** Why the password is asked for. */
  text: string;
  /** The label of the button. */
  action: string;
  /** Styles the confirmation of an action that cannot be reverted. */
  danger?: boolean;
  /** A failure is shown in the dialog, which stays open. */
  send: (input: PasswordAgain) => Promise<unknown>;
}

interface PasswordDialogProps extends PasswordQuestion {
  open: boolean;
  onClose: (done: boolean) => void;
}

export function PasswordDialog({ open, onClose, ...question }: PasswordDialogProps) {
  return (
    <Modal
      opened={open}
      onClose={() => onClose(false)}
      size="sm"
      returnFocus={false}
      title={question.text}
    >
      <Question {...question} onClose={onClose} />
    </Modal>
  );
}

/** A component of its own, so that each question begins with an empty field. */
function Question({
  action,
  danger = false,
  send,
  onClose,
}: Omit<PasswordQuestion, "text"> & { onClose: (done: boolean) => void }) {
  const t = useTranslations("Site");
  const { form, alert, submit } = useCheckedForm({
    schema: passwordAgain,
    initialValues: { password: "" },
    send: async (input) => {
      await send(input);
      onClose(true);
    },
  });
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <FormAlert message={alert} />
      <CurrentPasswordField {...form.getInputProps("password")} data-autofocus />
      <div className={classes.actions}>
        <Button variant="default" className={classes.button} onClick={() => onClose(false)}>
          {t("cancel")}
        </Button>
        <Button
          type="submit"
          loading={form.submitting}
          className={danger ? classes.danger : classes.button}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
