"use client";

import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import classes from "#components/captcha/captcha-work-field.module.css";
import { LightTextButton } from "#components/ui/controls/light-text-button.tsx";
import type { CaptchaWorker } from "#lib/captcha/use-captcha-work.ts";

interface CaptchaWorkFieldProps {
  name: string;
  error: string | undefined;
  work: CaptchaWorker;
  /** Returns to the picture. */
  onLeave: () => void;
}

/** Replaces the picture: says that the browser computes, then that the check has passed. */
export function CaptchaWorkField({ name, error, work, onLeave }: CaptchaWorkFieldProps) {
  const t = useTranslations("Captcha");
  const { state, start } = work;
  const check = useRef<HTMLOutputElement>(null);
  // The pressed button is unmounted, so the focus moves here; otherwise Tab would start at the top.
  useEffect(() => check.current?.focus(), []);
  return (
    <div className={classes.root}>
      <output
        ref={check}
        name={name}
        tabIndex={-1}
        data-status={state.status}
        className={classes.check}
      >
        {state.status === "working" && <span className={classes.progress} aria-hidden="true" />}
        {state.status === "solved" && <IconCheck size={20} stroke={2} aria-hidden="true" />}
        {state.status === "working" && t("working")}
        {state.status === "solved" && t("solved")}
        {state.status === "failed" && state.error}
      </output>
      {error && state.status !== "failed" && <p className={classes.error}>{error}</p>}
      <div className={classes.actions}>
        {state.status === "failed" && (
          <LightTextButton onClick={() => void start()}>{t("retry")}</LightTextButton>
        )}
        <LightTextButton onClick={onLeave}>{t("backToPicture")}</LightTextButton>
      </div>
    </div>
  );
}
