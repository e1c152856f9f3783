import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { ClassScreen } from "./class-screen.tsx";

export const generateMetadata = pageMetadata("Classes.pageTitle");

/** Behind `/objects/{id}/classes/{key}` for every class: the browser reads it from the address. */
export default function ClassPage() {
  return (
    <SurfaceMessages namespaces={["Events", "Invitation", "Invitations", "Reports"]}>
      <ClassScreen />
    </SurfaceMessages>
  );
}
