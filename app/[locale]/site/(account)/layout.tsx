import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import classes from "./account-layout.module.css";
import { IntendedPlace } from "./intended-place.tsx";
import { LanguageSwitcher } from "#components/languages/language-switcher.tsx";
import { Logo } from "#components/layout/brand/logo.tsx";
import { ColorSchemeButton } from "#components/layout/color-scheme/color-scheme-button.tsx";
import { NetworkIllustration } from "#components/layout/network-illustration.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { ContactLine } from "#components/settings/contact-line.tsx";

/** One centred card of 440 px, beside a quiet illustration on wide screens (D-LOOK). */
export default async function AccountScreensLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("Auth");
  return (
    <SurfaceMessages namespaces={["Auth", "Captcha"]}>
      <div className={classes.root}>
        <div className={classes.side}>
          <header className={classes.header}>
            <Logo />
            <div className={classes.actions}>
              <ColorSchemeButton />
              <LanguageSwitcher />
            </div>
          </header>
          <main id="main" tabIndex={-1} className={classes.main}>
            <div className={classes.card}>
              <IntendedPlace />
              {children}
            </div>
          </main>
          <ContactLine />
        </div>
        <aside className={classes.aside}>
          <div className={classes.illustration}>
            <NetworkIllustration />
            <div className={classes.caption}>
              <p className={classes.captionTitle}>{t("illustrationTitle")}</p>
              <p className={classes.captionText}>{t("illustrationText")}</p>
            </div>
          </div>
        </aside>
      </div>
    </SurfaceMessages>
  );
}
