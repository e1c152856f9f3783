"use client";

import { useQuery } from "@tanstack/react-query";
import { IconMail } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { MessageCard } from "#components/auth/message-card.tsx";
import { ResendButton } from "#components/auth/resend-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { useGoTo } from "#components/ui/route-link.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { userQuery } from "#lib/auth/queries.ts";
import { routes } from "#lib/routes.ts";

/** Where a member waits for the confirmation mail (specification §2). */
export function Confirmation() {
  const t = useTranslations("Auth");
  const auth = useAuth();
  useLeavingWhenVerified();
  const user = auth.status === "authenticated" ? auth.user : null;
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
      hint={t("confirmationHint")}
      actions={
        auth.status === "unauthenticated" ? (
          <ButtonLink route={routes.login()}>{t("signIn")}</ButtonLink>
        ) : (
          <>
            <ResendButton />
            <Button variant="subtle" onClick={() => void auth.signOut()}>
              {t("anotherAccount")}
            </Button>
          </>
        )
      }
    />
  );
}

/** The link is usually opened in another tab: coming back to this one is the moment to ask. */
function useLeavingWhenVerified(): void {
  const auth = useAuth();
  const goTo = useGoTo();
  const locale = useLocale();
  const token = auth.status === "authenticated" ? auth.token : null;
  useQuery({ ...userQuery(locale, token), refetchOnWindowFocus: "always" });
  const verified = auth.status === "authenticated" && auth.user.verified;
  const leaving = auth.status === "unauthenticated" && auth.byChoice === true;
  useEffect(() => {
    if (verified) goTo(routes.profile(), { replace: true });
    if (leaving) goTo(routes.login(), { replace: true });
  }, [verified, leaving, goTo]);
}
