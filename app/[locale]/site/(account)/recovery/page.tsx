import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { RecoveryScreen } from "./recovery-screen.tsx";

export const generateMetadata = pageMetadata("Recovery.pageTitle");

export default function RecoveryPage() {
  return (
    <SurfaceMessages namespaces={["Recovery"]}>
      <RecoveryScreen />
    </SurfaceMessages>
  );
}
