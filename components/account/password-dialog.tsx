"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CurrentPasswordField } from "#components/account/current-password-field.tsx";
import classes from "#components/account/password-dialog.module.css";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import type { DialogProps } from "#components/ui/overlays/use-dialog.ts";
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
  /** Called after success, when the focus has returned to the element that asked; may move it elsewhere. */
  onDone?: () => void;
}

export function PasswordDialog({ opened, onClose, ...question }: PasswordQuestion & DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} size="sm" returnFocus={false} title={question.text}>
      <Question {...question} onClose={onClose} />
    </Modal>
  );
}

/** A component of its own, so that each question begins with an empty field. */
function Question({
  action,
  danger = false,
  send,
  onDone,
  onClose,
}: Omit<PasswordQuestion, "text"> & Pick<DialogProps, "onClose">) {
  const t = useTranslations("Site");
  const { form, alert, submit } = useCheckedForm({
    schema: passwordAgain,
    initialValues: { password: "" },
    send: async (input) => {
      await send(input);
      onClose();
      onDone?.();
    },
  });
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <FormAlert message={alert} />
      <CurrentPasswordField {...form.getInputProps("password")} data-autofocus />
      <div className={classes.actions}>
        <Button variant="default" className={classes.button} onClick={onClose}>
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
