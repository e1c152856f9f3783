import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SecuritySettings } from "#components/account/security-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("security") };
}

export default function SecuritySettingsPage() {
  return <SecuritySettings />;
}
