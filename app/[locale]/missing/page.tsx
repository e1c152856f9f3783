import { getTranslations } from "next-intl/server";
import { LoneHeaderActions } from "#app/[locale]/header-actions.tsx";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { EmptyPage } from "#components/layout/empty-page.tsx";
import { SiteShell } from "#components/layout/shell/site-shell.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { ContactLine } from "#components/settings/contact-line.tsx";
import { LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { routes } from "#lib/routes.ts";

export const generateMetadata = pageMetadata("NotFound.pageTitle", { robots: { index: false } });

/** Where middleware.ts sends every address without a page, with status 404. */
export default async function MissingPage() {
  const t = await getTranslations("NotFound");
  return (
    <SurfaceMessages namespaces={["Auth", "Friends", "Ties"]}>
      <SiteShell actions={<LoneHeaderActions />} footer={<ContactLine />}>
        <EmptyPage
          sign="404"
          title={t("title")}
          text={t("text")}
          actions={<LightButtonLink route={routes.home()}>{t("home")}</LightButtonLink>}
        />
      </SiteShell>
    </SurfaceMessages>
  );
}
