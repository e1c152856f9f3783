import type { ReactNode } from "react";
import { FriendshipUpkeep } from "#app/[locale]/profile/friendship-upkeep.tsx";
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
          "Jobs",
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
        <ProfileShell>
          <FriendshipUpkeep />
          {children}
        </ProfileShell>
      </SurfaceMessages>
    </SurfaceProvider>
  );
}
