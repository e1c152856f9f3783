import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { MediaSettings } from "#components/media/media-settings.tsx";

export const generateMetadata = pageMetadata("Settings.media");

export default function MediaSettingsPage() {
  return <MediaSettings />;
}
