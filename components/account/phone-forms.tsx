"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { CurrentPasswordField } from "#components/account/current-password-field.tsx";
import formClasses from "#components/account/form.module.css";
import classes from "#components/account/recovery-phone.module.css";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { TextField } from "#components/ui/forms/text-field.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { useConfirmPhone, useSendPhoneCode } from "#lib/account/use-update-account.ts";
import { phoneText } from "#lib/members/phone-text.ts";
import { phoneChangeInput, phoneCodeForm } from "#lib/account/schema.ts";
import { ApiFailure } from "#lib/api/api-client.ts";

interface PhoneNumberFormProps {
  phone: string;
  refusal: string | undefined;
  /** In E.164, however the member typed it. */
  onSent: (phone: string) => void;
  onCancel: () => void;
}

/** Asks for the new number and the password, and has a code sent. */
export function PhoneNumberForm({ phone, refusal, onSent, onCancel }: PhoneNumberFormProps) {
  const t = useTranslations();
  const sendCode = useSendPhoneCode();
  const first = useFocusAtOnce();
  const { form, alert, submit } = useCheckedForm({
    schema: phoneChangeInput,
    initialValues: { phone, password: "" },
    initialErrors: refusal === undefined ? {} : { phone: refusal },
    send: async (input) => {
      await sendCode.mutateAsync(input);
      onSent(phoneChangeInput.parse(input).phone);
    },
  });
  return (
    <form noValidate onSubmit={submit} className={`${formClasses.form} ${formClasses.narrow}`}>
      <FormAlert message={alert} />
      <TextField
        {...form.getInputProps("phone")}
        ref={first}
        label={t("Settings.newPhone")}
        description={t("Settings.phoneHint")}
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <CurrentPasswordField {...form.getInputProps("password")} />
      <p className={classes.age}>{t("Settings.phoneAge")}</p>
      <div className={formClasses.actions}>
        <Button type="submit" loading={form.submitting}>
          {t("Settings.sendPhoneCode")}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t("Site.cancel")}
        </Button>
      </div>
    </form>
  );
}

interface PhoneCodeFormProps {
  phone: string;
  onDone: (message: string) => void;
  /** Called with the reason when the server refuses the number. */
  onBack: (refusal?: string) => void;
}

/** Asks for the code that was sent, which proves that the number is the member's. */
export function PhoneCodeForm({ phone, onDone, onBack }: PhoneCodeFormProps) {
  const t = useTranslations("Settings");
  const confirm = useConfirmPhone();
  const first = useFocusAtOnce();
  const { form, alert, submit } = useCheckedForm({
    schema: phoneCodeForm,
    initialValues: { code: "" },
    send: async ({ code }) => {
      const answer = await confirm.mutateAsync({ phone, code }).catch((failure: unknown) => {
        const refusal = failure instanceof ApiFailure ? failure.errors?.phone?.[0] : undefined;
        if (refusal === undefined) throw failure;
        onBack(refusal);
      });
      if (answer) onDone(answer.message);
    },
  });
  return (
    <form noValidate onSubmit={submit} className={`${formClasses.form} ${formClasses.narrow}`}>
      <FormAlert message={alert} />
      <p className={classes.sent} role="status">
        {t.rich("phoneCodeLead", {
          phone: phoneText(phone),
          strong: (number) => <strong className={classes.inline}>{number}</strong>,
        })}
      </p>
      <TextField
        {...form.getInputProps("code")}
        ref={first}
        label={t("phoneCode")}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        className={classes.code}
      />
      <div className={formClasses.actions}>
        <Button type="submit" loading={form.submitting}>
          {t("confirmPhone")}
        </Button>
        <Button variant="subtle" onClick={() => onBack()}>
          {t("otherPhone")}
        </Button>
      </div>
    </form>
  );
}

/** Focuses the field on mount, because the button that led here is unmounted. */
function useFocusAtOnce() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
