"use client";

import { Button, TextInput, type TextInputProps } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/captcha/captcha-field.module.css";
import { captchaHeightPx, captchaWidthPx } from "#lib/captcha/schema.ts";
import type { CaptchaLoader } from "#lib/captcha/use-captcha.ts";

type CaptchaFieldProps = TextInputProps & { loader: CaptchaLoader };

/** The picture, a way to get another, and what is read in it. */
export function CaptchaField({ loader, ...input }: CaptchaFieldProps) {
  const t = useTranslations("Captcha");
  return (
    <TextInput
      {...input}
      name="captcha"
      label={t("label")}
      placeholder={t("placeholder")}
      required
      disabled={loader.error !== ""}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inputContainer={(control) => (
        <>
          <div className={classes.question}>
            <CaptchaPicture loader={loader} />
            <Button
              variant="default"
              className={classes.reload}
              onClick={loader.reload}
              disabled={loader.loading}
              aria-label={t("reload")}
            >
              <IconRefresh size={18} stroke={1.6} aria-hidden="true" />
              <span className={classes.reloadName}>{t("reload")}</span>
            </Button>
          </div>
          {loader.error && (
            <p role="alert" className={classes.failure}>
              {loader.error}
            </p>
          )}
          {control}
        </>
      )}
    />
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
