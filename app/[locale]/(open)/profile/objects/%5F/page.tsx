import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { InstitutionScreen } from "./institution-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("People");
  return { title: t("institutionTitle") };
}

/** Behind `/objects/{id}` for every id: the browser reads it from the address. */
export default function InstitutionPage() {
  return (
    <SurfaceMessages namespaces={["Reports"]}>
      <InstitutionScreen />
    </SurfaceMessages>
  );
}
