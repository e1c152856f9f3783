import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImageSettings } from "#components/images/image-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("images") };
}

export default function ImageSettingsPage() {
  return <ImageSettings />;
}
