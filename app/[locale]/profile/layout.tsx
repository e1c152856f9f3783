import type { ReactNode } from "react";
import { ProfileShell } from "#app/[locale]/profile/profile-shell.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";

export default function ProfileLayout({ children }: { children: ReactNode }) {
  return (
    <SurfaceProvider surface="profile">
      <SurfaceMessages
        namespaces={[
          "Auth",
          "Blocks",
          "Education",
          "Friends",
          "Images",
          "Invitation",
          "Invitations",
          "Jobs",
          "Lists",
          "Media",
          "Params",
          "People",
          "Presence",
          "Profile",
          "Reports",
          "Search",
          "Ties",
          "Uploads",
          "Viewer",
        ]}
      >
        <ProfileShell>{children}</ProfileShell>
      </SurfaceMessages>
    </SurfaceProvider>
  );
}
