import type { ReactNode } from "react";
import { HeaderActions, MemberSearch } from "#app/[locale]/header-actions.tsx";
import { AnnouncementBar } from "#components/announcements/announcement-bar.tsx";
import { StickyLanguageSwitcher } from "#components/languages/language-switcher.tsx";
import { SiteShell } from "#components/layout/shell/site-shell.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { SiteFooter } from "#components/settings/site-footer.tsx";

export default function HomeLayout({ children }: { children: ReactNode }) {
  return (
    <SurfaceMessages
      namespaces={[
        "Auth",
        "Friends",
        "Home",
        "Categories",
        "Institutions",
        "Lists",
        "Search",
        "Ties",
      ]}
    >
      <SiteShell
        announcement={<AnnouncementBar />}
        search={<MemberSearch />}
        actions={<HeaderActions visitorLanguages={<StickyLanguageSwitcher />} />}
        footer={<SiteFooter />}
      >
        {children}
      </SiteShell>
    </SurfaceMessages>
  );
}
