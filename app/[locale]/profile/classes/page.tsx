import { MyClassesScreen } from "./my-classes-screen.tsx";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";

export const generateMetadata = pageMetadata("Classes.myClasses");

/** Leads to the member's only class, or lists them. */
export default function MyClassesPage() {
  return (
    <SurfaceMessages namespaces={["Classes"]}>
      <MyClassesScreen />
    </SurfaceMessages>
  );
}
