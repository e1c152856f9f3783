import type { ReactNode } from "react";
import { HomeShell } from "./home-shell.tsx";
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
        "Invitation",
        "Invitations",
        "Lists",
        "Search",
        "Ties",
        "Today",
      ]}
    >
      <HomeShell footer={<SiteFooter />}>{children}</HomeShell>
    </SurfaceMessages>
  );
}
