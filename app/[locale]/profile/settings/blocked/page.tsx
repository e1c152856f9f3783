import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { BlockedPeople } from "#components/blocks/blocked-people.tsx";

export const generateMetadata = pageMetadata("Settings.blocked");

export default function BlockedSettingsPage() {
  return <BlockedPeople />;
}
