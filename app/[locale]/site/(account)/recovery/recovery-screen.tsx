"use client";

import { useCaptchaChallenge } from "#app/[locale]/site/(account)/use-captcha-challenge.tsx";
import { Recovery } from "#components/recovery/recovery.tsx";

/** Open to signed-in members too, who may have forgotten their password. */
export function RecoveryScreen() {
  return <Recovery challenge={useCaptchaChallenge()} />;
}
