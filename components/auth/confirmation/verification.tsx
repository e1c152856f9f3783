"use client";

import { IconMailCheck, IconMailX } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { MessageCard } from "#components/auth/confirmation/message-card.tsx";
import { ResendButton } from "#components/auth/confirmation/resend-button.tsx";
import { LightButton, LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { ApiFailure } from "#lib/api/api-client.ts";
import { isRefusal } from "#lib/api/api-failure.ts";
import { splitAccountName } from "#lib/auth/account-name.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { useVerifyEmail } from "#lib/auth/use-verify-email.ts";
import { storeIntent, useIntent } from "#lib/auth/intent.ts";
import { handToLogin, storeAwaitedAddress, readAwaitedAddress } from "#lib/auth/carried-values.ts";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import { writeArrivalToast } from "#lib/browser/cookies.ts";
import { leaveFocusAround } from "#lib/browser/leave-focus-around.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { type Route, routes } from "#lib/routes.ts";

/**
 * Spends the mailed link on arrival (S-CONFIRMATION). The member whom it has confirmed goes on to their intended page or
 * is welcomed; a visitor, and a member whom the link was not for, read here what became of it and where to go on.
 */
export function Verification() {
  const t = useTranslations("Auth");
  const auth = useAuth();
  const goTo = useGoTo();
  const verify = useVerifyEmail();
  const { mutate, data, error } = verify;
  const stored = useIntent();
  // A member who signed up through an invitation on another device has no intent here, and still goes on to the
  // invitation.
  const intent = stored ?? invitationIn(data);
  const token = usePathname().split("/").at(-1) ?? "";
  const determined = auth.status !== "undetermined";

  const sent = useRef(false);
  useEffect(() => {
    if (!determined || sent.current) return;
    sent.current = true; // the link works once, and effects may run twice
    mutate(token);
  }, [determined, mutate, token]);

  const signedIn = auth.status === "authenticated";
  const verified = signedIn && auth.user.verified;
  // Whoever was confirmed before has opened the link of another account.
  const [wasVerified, setWasVerified] = useState<boolean | null>(null);
  if (determined && wasVerified === null) setWasVerified(verified);
  const goesOn = data !== undefined && verified && wasVerified === false;
  useEffect(() => {
    if (!goesOn) return;
    writeArrivalToast(data.message); // the profile is another site to the browser
    storeIntent(null);
    goTo(intent ?? routes.welcome(), { replace: true });
  }, [goesOn, data, intent, goTo]);

  if (error instanceof ApiFailure && error.code === "link_used")
    return verified ? (
      <Confirmed title={t("verifiedTitle")} text="" />
    ) : (
      <Confirmed title={t("linkUsedTitle")} text={error.message} />
    );
  if (error) return <VerificationFailure error={error} onRetry={() => mutate(token)} />;
  if (data && !goesOn)
    return (
      <Confirmed
        title={t("verifiedTitle")}
        text={signedIn ? "" : t("verifiedLead")}
        next={invitationIn(data) ?? routes.welcome()}
      />
    );
  return (
    <MessageCard
      icon={<Spinner size={28} />}
      title={t(data ? "verifiedTitle" : "verifying")}
      text={data?.message ?? ""}
    />
  );
}

const invitationIn = (answer: ReturnType<typeof useVerifyEmail>["data"]) =>
  answer?.data ? routes.invitation(answer.data.invitation) : null;

interface ConfirmedProps {
  title: string;
  text: string;
  /** Where a member goes on after the login who has no intent in this browser. */
  next?: Route | null;
}

/**
 * The address is confirmed, now or before, so nothing needs a correction. Without a session somebody else may have
 * signed up with it, so its owner learns how to take the account.
 */
function Confirmed({ title, text, next = null }: ConfirmedProps) {
  const t = useTranslations("Auth");
  const signedIn = useAuth().status === "authenticated";
  const intent = useIntent();
  return (
    <MessageCard
      icon={<IconMailCheck size={30} stroke={1.5} />}
      title={title}
      text={text}
      hint={signedIn ? undefined : t("notYourSignUp")}
      actions={
        signedIn ? (
          <LightButtonLink route={intent ?? routes.profile()}>
            {t(intent ? "goOn" : "toProfile")}
          </LightButtonLink>
        ) : (
          <>
            <LoginLink next={next} />
            <LightButtonLink route={routes.recovery()} variant="subtle">
              {t("setOwnPassword")}
            </LightButtonLink>
          </>
        )
      }
    />
  );
}

/** Leads to the login, which receives the address if its confirmation was awaited on this device. */
function LoginLink({ next = null }: Pick<ConfirmedProps, "next">) {
  const t = useTranslations("Auth");
  const locale = useLocale();
  const intent = useIntent() ?? next;
  const handOver = () => {
    // The login is rendered before the browser's address changes, so the intent is stored first.
    if (next) storeIntent(intent);
    const domains = getRuntimeConfig().accountDomains;
    const account = splitAccountName(readAwaitedAddress() ?? "", domains);
    if (!account) return;
    handToLogin(account, locale);
    storeAwaitedAddress(null);
  };
  return (
    <LightButtonLink route={routes.login(intent)} onClick={handOver}>
      {t("signIn")}
    </LightButtonLink>
  );
}

function VerificationFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations();
  const auth = useAuth();
  const signedIn = auth.status === "authenticated";
  const verified = signedIn && auth.user.verified;
  const answered = isRefusal(error);
  const expired = error instanceof ApiFailure && error.code === "link_expired";
  return (
    <MessageCard
      icon={<IconMailX size={30} stroke={1.5} />}
      tone="failure"
      title={t(expired ? "Auth.linkExpiredTitle" : "Auth.verifyFailedTitle")}
      text={error.message}
      hint={answered && !signedIn ? t("Auth.signInToResend") : undefined}
      actions={
        <>
          {!answered && (
            <LightButton ref={leaveFocusAround} onClick={onRetry}>
              {t("Problem.retry")}
            </LightButton>
          )}
          {answered && signedIn && !verified && <ResendButton />}
          {verified && (
            <LightButtonLink route={routes.profile()} variant={answered ? "filled" : "default"}>
              {t("Auth.toProfile")}
            </LightButtonLink>
          )}
          {answered && !signedIn && <LoginLink />}
        </>
      }
    />
  );
}
