import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { IntendedPlace } from "./intended-place.tsx";
import { LanguageSwitcher } from "#components/languages/language-switcher.tsx";
import { AccountLayout } from "#components/layout/account-layout.tsx";
import { ColorSchemeButton } from "#components/layout/color-scheme/color-scheme-button.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { ContactLine } from "#components/settings/contact-line.tsx";

export default async function AccountScreensLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("Auth");
  return (
    <SurfaceMessages namespaces={["Auth", "Captcha"]}>
      <AccountLayout
        actions={
          <>
            <ColorSchemeButton />
            <LanguageSwitcher />
          </>
        }
        caption={{ title: t("illustrationTitle"), text: t("illustrationText") }}
        footer={<ContactLine />}
      >
        <IntendedPlace />
        {children}
      </AccountLayout>
    </SurfaceMessages>
  );
}
