import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { SecuritySettings } from "#components/account/security-settings.tsx";

export const generateMetadata = pageMetadata("Settings.security");

export default function SecuritySettingsPage() {
  return <SecuritySettings />;
}
