import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { PrivacySettings } from "#components/privacy/privacy-settings.tsx";

export const generateMetadata = pageMetadata("Settings.privacy");

export default function PrivacySettingsPage() {
  return <PrivacySettings />;
}
