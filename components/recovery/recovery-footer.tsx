import { useTranslations } from "next-intl";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { routes } from "#lib/routes.ts";

/** The way out for whoever needs no new password after all. */
export function RecoveryFooter() {
  const t = useTranslations("Recovery");
  return (
    <>
      {t("remembered")} <RouteLink route={routes.login()}>{t("toLogin")}</RouteLink>
    </>
  );
}
