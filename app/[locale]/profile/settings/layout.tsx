import type { ReactNode } from "react";
import { SettingsFrame } from "#app/[locale]/profile/settings/settings-frame.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <SurfaceMessages namespaces={["ImageSettings", "Push", "Settings"]}>
      <SettingsFrame>{children}</SettingsFrame>
    </SurfaceMessages>
  );
}
