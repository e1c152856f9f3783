"use client";

import { IconMailCheck, IconMailX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { MessageCard } from "#components/auth/message-card.tsx";
import { ResendButton } from "#components/auth/resend-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { useGoTo } from "#components/ui/route-link.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { showSuccess } from "#components/ui/toasts.ts";
import { ApiFailure } from "#lib/api-client.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { useVerifyEmail } from "#lib/auth/confirm-email.ts";
import { writeArrivalNotice } from "#lib/cookies.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { routes } from "#lib/routes.ts";

/** Spends the mailed link on arrival, then goes on: to the profile, or to the login (specification §4). */
export function Verification() {
  const t = useTranslations();
  const auth = useAuth();
  const goTo = useGoTo();
  const verify = useVerifyEmail();
  const { mutate, data, error } = verify;
  const token = usePathname().split("/").at(-1) ?? "";
  const determined = auth.status !== "undetermined";

  const sent = useRef(false);
  useEffect(() => {
    if (!determined || sent.current) return;
    sent.current = true; // the link works once, and effects may run twice
    mutate(token);
  }, [determined, mutate, token]);

  const signedIn = auth.status === "authenticated";
  useEffect(() => {
    if (!data) return;
    // The profile is another site to the browser, the login a screen of this one.
    if (signedIn) writeArrivalNotice(data.message);
    else showSuccess(t("Site.success"), data.message);
    goTo(signedIn ? routes.profile() : routes.login(), { replace: true });
  }, [data, signedIn, goTo, t]);

  if (error && signedIn && auth.user.verified) return <VerifiedBefore />;
  if (error) return <VerificationFailure error={error} onRetry={() => mutate(token)} />;
  return (
    <MessageCard
      icon={<Spinner size={28} />}
      title={t(data ? "Auth.verifiedTitle" : "Auth.verifying")}
      text={data?.message ?? ""}
    />
  );
}

/** The link works once, but who opens it twice has nothing to mend. */
function VerifiedBefore() {
  const t = useTranslations("Auth");
  return (
    <MessageCard
      icon={<IconMailCheck size={30} stroke={1.5} />}
      title={t("verifiedTitle")}
      text=""
      actions={<ButtonLink route={routes.profile()}>{t("toProfile")}</ButtonLink>}
    />
  );
}

function VerificationFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations();
  const auth = useAuth();
  const answered = error instanceof ApiFailure && error.status !== false && error.status < 500;
  const signedIn = auth.status === "authenticated";
  return (
    <MessageCard
      icon={<IconMailX size={30} stroke={1.5} />}
      tone="failure"
      title={t("Auth.verifyFailedTitle")}
      text={error.message}
      hint={answered && !signedIn ? t("Auth.signInToResend") : undefined}
      actions={
        <>
          {!answered && <Button onClick={onRetry}>{t("Problem.retry")}</Button>}
          {answered && signedIn && <ResendButton />}
          {answered && !signedIn && (
            <ButtonLink route={routes.login()}>{t("Auth.signIn")}</ButtonLink>
          )}
        </>
      }
    />
  );
}
