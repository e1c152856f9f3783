"use client";

import { useCaptchaChallenge } from "#app/[locale]/site/(account)/use-captcha-challenge.tsx";
import { SignupForm } from "#components/auth/signup-form.tsx";
import { SignupGate } from "#components/auth/signup-gate.tsx";
import { useLeavingWhenSignedIn } from "#components/auth/use-leaving-when-signed-in.ts";
import { useIntent } from "#lib/auth/intent.ts";
import { invitationCodeOf } from "#lib/invitations/code-schema.ts";

export function SignupScreen() {
  useLeavingWhenSignedIn();
  const invitation = invitationCodeOf(useIntent());
  return (
    <SignupGate>
      <SignupForm challenge={useCaptchaChallenge()} invitation={invitation} />
    </SignupGate>
  );
}
