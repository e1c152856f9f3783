"use client";

import { useCaptchaChallenge } from "#app/[locale]/site/(account)/use-captcha-challenge.tsx";
import { LoginForm } from "#components/auth/login-form.tsx";
import { useLeavingWhenSignedIn } from "#components/auth/use-leaving-when-signed-in.ts";

export function LoginScreen() {
  useLeavingWhenSignedIn();
  return <LoginForm challenge={useCaptchaChallenge()} />;
}
