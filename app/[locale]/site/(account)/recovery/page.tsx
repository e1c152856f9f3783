import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { RecoveryScreen } from "./recovery-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Recovery");
  return { title: t("pageTitle") };
}

export default function RecoveryPage() {
  return (
    <SurfaceMessages namespaces={["Recovery"]}>
      <RecoveryScreen />
    </SurfaceMessages>
  );
}
