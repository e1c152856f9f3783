"use client";

import { Button } from "@mantine/core";
import { IconClockHour4, IconCircleCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { PhoneCodeForm, PhoneNumberForm } from "#components/account/phone-forms.tsx";
import classes from "#components/account/recovery-phone.module.css";
import { usePasswordQuestion } from "#components/account/use-password-question.ts";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useRemovePhone } from "#lib/account/use-update-account.ts";
import { phoneText } from "#lib/members/phone-text.ts";
import type { Account } from "#lib/account/schema.ts";
import { formatTime } from "#lib/i18n/format.ts";
import { formatDate } from "#lib/i18n/format-date.ts";

type Step =
  | { name: "shown" }
  /** `refusal` is why the server refused the number that was entered before. */
  | { name: "number"; phone: string; refusal?: string }
  | { name: "code"; phone: string };

interface RecoveryPhoneProps {
  account: Account;
  /** Whether text messages are sent. Where they are not, a stored number can only be removed. */
  offered: boolean;
}

/** The telephone that resets a forgotten password: added and changed with the password and a code, removed with the password. */
export function RecoveryPhone({ account, offered }: RecoveryPhoneProps) {
  const t = useTranslations();
  const [step, setStep] = useState<Step>({ name: "shown" });
  const change = useRef<HTMLButtonElement>(null);
  const cameBack = useRef(false);
  // The form that had the focus is unmounted.
  useEffect(() => {
    if (step.name === "shown" && cameBack.current) change.current?.focus();
    cameBack.current = step.name !== "shown";
  }, [step]);

  if (step.name === "number")
    return (
      <PhoneNumberForm
        phone={step.phone}
        refusal={step.refusal}
        onSent={(given) => setStep({ name: "code", phone: given })}
        onCancel={() => setStep({ name: "shown" })}
      />
    );
  if (step.name === "code")
    return (
      <PhoneCodeForm
        phone={step.phone}
        onDone={(message) => {
          setStep({ name: "shown" });
          showSuccess(t("Site.success"), message);
        }}
        onBack={(refusal) =>
          setStep({ name: "number", phone: step.phone, ...(refusal !== undefined && { refusal }) })
        }
      />
    );
  return (
    <ShownPhone
      account={account}
      offered={offered}
      change={change}
      onChange={() => setStep({ name: "number", phone: "" })}
    />
  );
}

interface ShownPhoneProps extends RecoveryPhoneProps {
  /** The button that adds or changes the number. */
  change: RefObject<HTMLButtonElement | null>;
  onChange: () => void;
}

/** The number, or that there is none, and the ways to change it. */
function ShownPhone({ account, offered, change, onChange }: ShownPhoneProps) {
  const t = useTranslations();
  const { ask, dialog } = usePasswordQuestion();
  const remove = useRemovePhone();
  const { phone, phone_recovers_from: recoversFrom } = account;
  const askToRemove = () =>
    ask({
      text: t("Settings.removePhoneQuestion", { phone: phoneText(phone) }),
      action: t("Settings.removePhone"),
      danger: true,
      send: async (input) => {
        const { message } = await remove.mutateAsync(input);
        showSuccess(t("Site.success"), message);
      },
      // Where nothing can be added, the whole card is gone with the number.
      onDone: () => (change.current ?? document.getElementById("main"))?.focus(),
    });
  return (
    <div className={classes.root}>
      {phone === null ? (
        <p className={classes.none}>{t("Settings.phoneNone")}</p>
      ) : (
        <div>
          <p className={classes.number}>{phoneText(phone)}</p>
          {offered && <PhoneState recoversFrom={recoversFrom} />}
        </div>
      )}
      <div className={classes.actions}>
        {offered && (
          <Button ref={change} variant={phone === null ? "filled" : "default"} onClick={onChange}>
            {t(phone === null ? "Settings.addPhone" : "Settings.changePhone")}
          </Button>
        )}
        {phone !== null && (
          <Button variant="subtle" color="red" onClick={askToRemove}>
            {t("Settings.removePhone")}
          </Button>
        )}
      </div>
      {dialog}
    </div>
  );
}

/** Whether the number can be used already; a recently added one shows from when. */
function PhoneState({ recoversFrom }: { recoversFrom: string | null }) {
  const t = useTranslations("Settings");
  const [now] = useState(Date.now);
  if (recoversFrom === null || new Date(recoversFrom).getTime() <= now)
    return (
      <p className={classes.state} data-works>
        <IconCircleCheck size={18} stroke={1.8} aria-hidden="true" />
        {t("phoneWorks")}
      </p>
    );
  return (
    <>
      <p className={classes.state}>
        <IconClockHour4 size={18} stroke={1.8} aria-hidden="true" />
        {t("phoneYoung", { date: formatDate(recoversFrom), time: formatTime(recoversFrom) })}
      </p>
      <p className={classes.age}>{t("phoneAge")}</p>
    </>
  );
}
