import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PrivacySettings } from "#components/privacy/privacy-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("privacy") };
}

export default function PrivacySettingsPage() {
  return <PrivacySettings />;
}
