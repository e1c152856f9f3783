import type { ReactNode } from "react";
import { OpenShell } from "./open-shell.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";

/**
 * The pages of the profile surface that visitors see too. They are separate, because the others load parts for members.
 */
export default function OpenProfileLayout({ children }: { children: ReactNode }) {
  return (
    <SurfaceProvider surface="profile">
      <SurfaceMessages
        namespaces={[
          "Auth",
          "Classes",
          "Education",
          "Friends",
          "Lists",
          "Params",
          "People",
          "Presence",
          "Profile",
          "Search",
          "Ties",
        ]}
      >
        <OpenShell>{children}</OpenShell>
      </SurfaceMessages>
    </SurfaceProvider>
  );
}
