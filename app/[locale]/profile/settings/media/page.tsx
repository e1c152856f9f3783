import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MediaSettings } from "#components/media/media-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("media") };
}

export default function MediaSettingsPage() {
  return <MediaSettings />;
}
