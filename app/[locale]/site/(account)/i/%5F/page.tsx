import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { InvitationWithReport } from "./invitation-with-report.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Invitation");
  return { title: t("pageTitle") };
}

/** `/i/{code}`: the link that a member has sent (D-INVITE). */
export default function InvitationPage() {
  return (
    <SurfaceMessages namespaces={["Invitation", "Reports"]}>
      <InvitationWithReport />
    </SurfaceMessages>
  );
}
