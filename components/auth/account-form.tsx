"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import classes from "#components/auth/account-form.module.css";
import type { Challenge } from "#components/auth/challenge.ts";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import { FailureAlert } from "#components/ui/failure-alert.tsx";

interface AccountFormProps {
  title: string;
  lead: ReactNode;
  /** A failure that belongs to no field. */
  alert: string | null;
  onSubmit: ComponentProps<"form">["onSubmit"];
  submitting: boolean;
  /** A form without a challenge is never blocked. */
  challenge?: Challenge;
  submitLabel: string;
  /** The field of the challenge, which stays enabled while the others are blocked. */
  question?: ReactNode;
  children: ReactNode;
  footer: ReactNode;
}

/** The card of an account screen. */
export function AccountForm({
  title,
  lead,
  alert,
  challenge,
  children,
  ...rest
}: AccountFormProps) {
  const t = useTranslations("Site");
  const alertElement = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (alert) alertElement.current?.focus();
  }, [alert]);
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {alert && (
        <div className={classes.alert}>
          <FailureAlert ref={alertElement} title={t("error")} text={alert} />
        </div>
      )}
      <form noValidate onSubmit={rest.onSubmit} className={classes.form}>
        <fieldset disabled={challenge?.blocked ?? false} className={classes.fields}>
          {children}
        </fieldset>
        {rest.question}
        {/* Disabled without a key, and before hydration, when the browser would send the form by itself. */}
        <LightButton
          type="submit"
          fullWidth
          loading={rest.submitting}
          disabled={challenge !== undefined && (challenge.blocked || challenge.key === null)}
        >
          {rest.submitLabel}
        </LightButton>
      </form>
      <p className={classes.footer}>{rest.footer}</p>
    </>
  );
}
