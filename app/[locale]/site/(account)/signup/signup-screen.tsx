"use client";

import { useCaptchaChallenge } from "#app/[locale]/site/(account)/use-captcha-challenge.tsx";
import { SignupForm } from "#components/auth/signup-form.tsx";
import { useLeavingWhenSignedIn } from "#components/auth/use-leaving-when-signed-in.ts";
import { useIntent } from "#lib/auth/intent.ts";
import { invitationCodeOf } from "#lib/invitations/code-schema.ts";

export function SignupScreen() {
  useLeavingWhenSignedIn();
  const invitation = invitationCodeOf(useIntent());
  return <SignupForm challenge={useCaptchaChallenge()} invitation={invitation} />;
}
