"use client";

import { useCaptchaChallenge } from "#app/[locale]/site/(account)/use-captcha-challenge.tsx";
import { SignupForm } from "#components/auth/signup-form.tsx";
import { useLeavingWhenSignedIn } from "#components/auth/use-leaving-when-signed-in.ts";

export function SignupScreen() {
  useLeavingWhenSignedIn();
  return <SignupForm challenge={useCaptchaChallenge()} />;
}
