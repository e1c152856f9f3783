"use client";

import type { Challenge } from "#components/auth/challenge.ts";
import { CaptchaField } from "#components/captcha/captcha-field.tsx";
import { useCaptcha } from "#lib/captcha/use-captcha.ts";

/** The captcha as the account forms ask for it. */
export function useCaptchaChallenge(): Challenge {
  const loader = useCaptcha();
  return {
    key: loader.loading ? null : (loader.captcha?.key ?? null),
    blocked: loader.error !== "",
    renew: loader.reload,
    field: (input) => <CaptchaField {...input} loader={loader} />,
  };
}
