"use client";

import { useQuery } from "@tanstack/react-query";
import { IconMail } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { createElement, useCallback, useEffect, useRef, useState } from "react";
import { MessageCard } from "#components/auth/confirmation/message-card.tsx";
import { ResendButton } from "#components/auth/confirmation/resend-button.tsx";
import { buttonLook, LightButton, LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { LightTextButton } from "#components/ui/controls/light-text-button.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { storeIntent, useIntent } from "#lib/auth/intent.ts";
import { storeAwaitedAddress } from "#lib/auth/carried-values.ts";
import { userQuery } from "#lib/auth/queries.ts";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";
import { mailboxHref, type Route, routes } from "#lib/routes.ts";

const fetchCorrection = async () =>
  (await import("#components/auth/confirmation/address-correction.tsx")).AddressCorrection;

/** Where a member waits for the confirmation mail (S-CONFIRMATION) and can correct a mistyped address. */
export function Confirmation() {
  const t = useTranslations("Auth");
  const auth = useAuth();
  const intent = useIntent();
  useLeavingWhenVerified(intent);
  const [correcting, setCorrecting] = useState(false);
  const leaveCorrection = useCallback(() => setCorrecting(false), []);
  const correction = useOnDemand(fetchCorrection, leaveCorrection, correcting);
  const user = auth.status === "authenticated" ? auth.user : null;
  const config = useRuntimeConfig();
  // Where mail is not sent but shown: the address is new, and the member knows no mailbox of it.
  const mailbox = user && config?.mailbox && mailboxHref(config, user.email);
  if (user && correcting && correction)
    return createElement(correction, { user, onDone: leaveCorrection });
  return (
    <MessageCard
      icon={<IconMail size={30} stroke={1.5} />}
      title={t("confirmationTitle")}
      text={
        user
          ? t.rich("confirmationLead", {
              email: user.email,
              strong: (email) => <strong>{email}</strong>,
            })
          : t("confirmationLeadVisitor")
      }
      hint={
        <>
          {t("confirmationHint")}
          {user && (
            <span>
              {t("wrongAddress")}{" "}
              <LightTextButton onClick={() => setCorrecting(true)}>
                {t("correctAddress")}
              </LightTextButton>
            </span>
          )}
        </>
      }
      actions={
        auth.status === "unauthenticated" ? (
          <LightButtonLink route={routes.login(intent)}>{t("signIn")}</LightButtonLink>
        ) : (
          <>
            {mailbox && (
              <a {...buttonLook()} href={mailbox} target="_blank" rel="noreferrer">
                {t("openMailbox")}
              </a>
            )}
            <ResendButton variant={mailbox ? "default" : "filled"} />
            <LightButton variant="subtle" onClick={() => void auth.signOut()}>
              {t("anotherAccount")}
            </LightButton>
          </>
        )
      }
    />
  );
}

const askedAfterMs = { first: 2_000, last: 30_000 };
const growth = 1.4;

/**
 * The link is usually opened in another tab or on a phone, and only confirmed members have a socket. So the page
 * polls less and less often while it is visible, and at once when the member returns to it: to its tab, or from the
 * window of a mail program that stood beside it.
 */
function useLeavingWhenVerified(intent: Route | null): void {
  const auth = useAuth();
  const goTo = useGoTo();
  const locale = useLocale();
  const user = auth.status === "authenticated" ? auth.user : null;
  const verified = user?.verified === true;
  const { refetch } = useQuery({
    ...userQuery(locale, auth.status === "authenticated" ? auth.token : null),
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) =>
      !verified &&
      Math.min(
        askedAfterMs.last,
        askedAfterMs.first * growth ** (state.dataUpdateCount + state.errorUpdateCount - 1),
      ),
  });
  const isWaiting = user !== null && !verified;
  useEffect(() => {
    if (!isWaiting) return;
    // React Query notices a tab that was hidden, but no window that only lost the focus.
    const onFocus = () => void refetch({ cancelRefetch: false });
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, [isWaiting, refetch]);
  const leaving = auth.status === "unauthenticated" && auth.byChoice === true;
  const email = user?.email;
  // A member who was confirmed before this page loaded has been welcomed already.
  const waited = useRef(false);
  useEffect(() => {
    if (isWaiting) waited.current = true;
  }, [isWaiting]);
  useEffect(() => {
    if (email !== undefined) storeAwaitedAddress(verified ? null : email);
  }, [email, verified]);
  useEffect(() => {
    if (verified) {
      storeIntent(null);
      goTo(intent ?? (waited.current ? routes.welcome() : routes.profile()), { replace: true });
    }
    if (leaving) goTo(routes.login(), { replace: true });
  }, [verified, leaving, intent, goTo]);
}
