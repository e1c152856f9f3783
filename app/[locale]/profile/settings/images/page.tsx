import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { ImageSettings } from "#components/images/image-settings.tsx";

export const generateMetadata = pageMetadata("Settings.images");

export default function ImageSettingsPage() {
  return <ImageSettings />;
}
