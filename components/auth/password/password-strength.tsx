"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import classes from "#components/auth/password/password-strength.module.css";
import { strengthOf, strengths } from "#lib/auth/estimate-strength.ts";

export interface PasswordStrengthProps {
  password: string;
  /** Publicly known words about the member. */
  known: readonly string[];
}

/** Advises without forbidding anything, and says in words what the colours say. */
export function PasswordStrength({ password, known }: PasswordStrengthProps) {
  const t = useTranslations("Auth");
  const words = useDeferredValue(known.join("\n"));
  const typed = useDeferredValue(password);
  const strength = useMemo(
    () => (typed === "" ? null : strengthOf(typed, words.split("\n"))),
    [typed, words],
  );
  const filled = strength ? strengths.indexOf(strength) : -1;
  return (
    <div className={classes.root} data-strength={strength}>
      <div className={classes.bars} aria-hidden="true">
        {strengths.map((name, index) => (
          <span key={name} className={classes.bar} data-filled={index <= filled || undefined} />
        ))}
      </div>
      <p className={classes.text} role="status">
        {strength ? t("strength", { level: t(`strength${strength}`) }) : t("strengthAdvice")}
      </p>
    </div>
  );
}
