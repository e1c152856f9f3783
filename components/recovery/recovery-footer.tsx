import { useTranslations } from "next-intl";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useIntent } from "#lib/auth/intent.ts";
import { routes } from "#lib/routes.ts";

/** Links for a visitor who needs no new password after all. */
export function RecoveryFooter() {
  const t = useTranslations("Recovery");
  const intent = useIntent();
  return (
    <>
      {t("remembered")} <RouteLink route={routes.login(intent)}>{t("toLogin")}</RouteLink>
    </>
  );
}
