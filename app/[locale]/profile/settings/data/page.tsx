import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DataSettings } from "#components/account/data-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("data") };
}

export default function DataSettingsPage() {
  return <DataSettings />;
}
