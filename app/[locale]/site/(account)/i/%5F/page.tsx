import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { InvitationWithReport } from "./invitation-with-report.tsx";

export const generateMetadata = pageMetadata("Invitation.pageTitle");

/** `/i/{code}`: the link that a member has sent (D-INVITE). */
export default function InvitationPage() {
  return (
    <SurfaceMessages namespaces={["Invitation", "Reports"]}>
      <InvitationWithReport />
    </SurfaceMessages>
  );
}
