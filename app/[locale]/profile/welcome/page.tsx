import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { InviteOthers } from "./invite-others.tsx";
import { WelcomeSteps } from "./welcome-steps.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Welcome");
  return { title: t("pageTitle") };
}

/** Where a new member is led after the confirmation (D-HOME). */
export default function WelcomePage() {
  return (
    <SurfaceMessages namespaces={["ImageSettings", "Invitations", "Welcome"]}>
      <WelcomeSteps invite={<InviteOthers />} />
    </SurfaceMessages>
  );
}
