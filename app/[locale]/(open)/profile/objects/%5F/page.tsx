import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { InstitutionScreen } from "./institution-screen.tsx";

export const generateMetadata = pageMetadata("People.institutionTitle");

/** Behind `/objects/{id}` for every id: the browser reads it from the address. */
export default function InstitutionPage() {
  return (
    <SurfaceMessages namespaces={["Reports"]}>
      <InstitutionScreen />
    </SurfaceMessages>
  );
}
