import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FirstSection } from "#app/[locale]/profile/settings/first-section.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("title") };
}

export default function SettingsPage() {
  return <FirstSection />;
}
