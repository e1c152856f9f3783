"use client";

import { IconMail } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./home.module.css";
import { LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isSessionOver } from "#lib/auth/auth-state.ts";
import { routes } from "#lib/routes.ts";

/** Links to sign up and log in, or for an unverified member to the confirmation. */
export function HomeActions() {
  const auth = useAuth();
  return (
    <div className={classes.actions}>
      {auth.status === "authenticated" && !auth.user.verified ? (
        <UnverifiedWay email={auth.user.email} />
      ) : (
        <VisitorWays wasMember={isSessionOver(auth)} />
      )}
    </div>
  );
}

/** A member whose session has ended here is told so, and comes back here by signing in again (D-HOME). */
function VisitorWays({ wasMember }: { wasMember: boolean }) {
  const t = useTranslations();
  return (
    <>
      {wasMember && (
        <p role="status" className={classes.sessionOver}>
          {t("Auth.sessionEnded")}
        </p>
      )}
      <LightButtonLink route={routes.signup()}>{t("Home.join")}</LightButtonLink>
      <LightButtonLink route={routes.login(wasMember ? routes.home() : null)} variant="default">
        {t("Auth.signIn")}
      </LightButtonLink>
    </>
  );
}

/**
 * Tells an unverified member what is missing, with one link, because every other would lead to the confirmation too
 * (docs/decisions.md, D-UNVERIFIED).
 */
function UnverifiedWay({ email }: { email: string }) {
  const t = useTranslations("Home");
  return (
    <section aria-label={t("unverifiedTitle")} className={classes.unverified}>
      <IconMail size={22} stroke={1.6} aria-hidden="true" className={classes.unverifiedIcon} />
      <div>
        <h2 className={classes.unverifiedTitle}>{t("unverifiedTitle")}</h2>
        <p className={classes.unverifiedLead}>
          {t.rich("unverifiedLead", { email, strong: (text) => <strong>{text}</strong> })}
        </p>
        <LightButtonLink route={routes.confirmation()}>{t("toConfirmation")}</LightButtonLink>
      </div>
    </section>
  );
}
