"use client";

import { IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import classes from "#components/captcha/captcha-field.module.css";
import { LightButton, LightIconButton } from "#components/ui/controls/light-button.tsx";
import { TextField, type TextFieldProps } from "#components/ui/forms/text-field.tsx";
import { captchaHeightPx, captchaWidthPx } from "#lib/captcha/schema.ts";
import type { CaptchaLoader } from "#lib/captcha/use-captcha.ts";

type CaptchaFieldProps = Omit<TextFieldProps, "label"> & {
  loader: CaptchaLoader;
  /** Switches to the check without a picture, in which the browser computes for a moment. */
  onAlternative: () => void;
  /** Takes the focus when the visitor returns to the picture. */
  focused: boolean;
};

/** The check by a picture, with a button to the check without one. */
export function CaptchaField({ loader, onAlternative, focused, ...input }: CaptchaFieldProps) {
  const t = useTranslations("Captcha");
  const answer = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) answer.current?.focus();
  }, [focused]);
  return (
    <div>
      <LightButton variant="default" fullWidth onClick={onAlternative}>
        {t("notRobot")}
      </LightButton>
      <p className={classes.or}>{t("or")}</p>
      <TextField
        {...input}
        ref={answer}
        label={t("label")}
        placeholder={t("placeholder")}
        required
        disabled={loader.error !== ""}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        preface={
          <>
            <CaptchaQuestion loader={loader} />
            {loader.error && (
              <p role="alert" className={classes.failure}>
                {loader.error}
              </p>
            )}
          </>
        }
      />
    </div>
  );
}

function CaptchaQuestion({ loader }: Pick<CaptchaFieldProps, "loader">) {
  const t = useTranslations("Captcha");
  return (
    <div className={classes.question}>
      <CaptchaPicture loader={loader} />
      <LightIconButton
        variant="default"
        className={classes.reload}
        // Not disabled while loading, because it would lose the focus; a key that is held asks once.
        onClick={() => !loader.loading && loader.reload()}
        aria-busy={loader.loading}
        aria-label={t("reload")}
        title={t("reload")}
      >
        <IconRefresh size={18} stroke={1.6} aria-hidden="true" />
      </LightIconButton>
    </div>
  );
}

function CaptchaPicture({ loader: { captcha, loading, error } }: { loader: CaptchaLoader }) {
  const t = useTranslations("Captcha");
  if (!captcha || error)
    return (
      <span className={classes.frame} role="img" aria-label={loading ? t("loading") : t("alt")} />
    );
  return (
    <span className={classes.frame} data-loading={loading || undefined}>
      {/* eslint-disable-next-line @next/next/no-img-element -- a data URL */}
      <img src={captcha.img} alt={t("alt")} width={captchaWidthPx} height={captchaHeightPx} />
    </span>
  );
}
