import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { ClassScreen } from "./class-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Classes");
  return { title: t("pageTitle") };
}

/** Behind `/objects/{id}/classes/{key}` for every class: the browser reads it from the address. */
export default function ClassPage() {
  return (
    <SurfaceMessages namespaces={["Events", "Invitation", "Invitations", "Reports"]}>
      <ClassScreen />
    </SurfaceMessages>
  );
}
