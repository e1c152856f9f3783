import type { ReactNode } from "react";
import { MemberShell } from "#app/[locale]/member-shell.tsx";
import { FriendshipUpkeep } from "#app/[locale]/profile/friendship-upkeep.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { SurfaceProvider } from "#lib/surface-context.tsx";

export default function ProfileLayout({ children }: { children: ReactNode }) {
  return (
    <SurfaceProvider surface="profile">
      <SurfaceMessages namespaces={["Auth", "Friends", "People", "Presence", "Profile"]}>
        <MemberShell layout="page">
          <FriendshipUpkeep />
          {children}
        </MemberShell>
      </SurfaceMessages>
    </SurfaceProvider>
  );
}
