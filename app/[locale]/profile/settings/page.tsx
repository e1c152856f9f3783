import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { FirstSection } from "#app/[locale]/profile/settings/first-section.tsx";

export const generateMetadata = pageMetadata("Settings.title");

export default function SettingsPage() {
  return <FirstSection />;
}
