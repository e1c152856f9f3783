import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { DataSettings } from "#components/account/data-settings.tsx";

export const generateMetadata = pageMetadata("Settings.data");

export default function DataSettingsPage() {
  return <DataSettings />;
}
