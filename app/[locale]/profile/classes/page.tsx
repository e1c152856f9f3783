import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MyClassesScreen } from "./my-classes-screen.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Classes");
  return { title: t("myClasses") };
}

/** Leads to the member's only class, or lists them. */
export default function MyClassesPage() {
  return (
    <SurfaceMessages namespaces={["Classes"]}>
      <MyClassesScreen />
    </SurfaceMessages>
  );
}
