import { InviteOthers } from "./invite-others.tsx";
import { WelcomeSteps } from "./welcome-steps.tsx";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";

export const generateMetadata = pageMetadata("Welcome.pageTitle");

/** Where a new member is led after the confirmation (D-HOME). */
export default function WelcomePage() {
  return (
    <SurfaceMessages namespaces={["ImageSettings", "Invitations", "Welcome"]}>
      <WelcomeSteps invite={<InviteOthers />} />
    </SurfaceMessages>
  );
}
