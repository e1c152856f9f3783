import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BlockedPeople } from "#components/blocks/blocked-people.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("blocked") };
}

export default function BlockedSettingsPage() {
  return <BlockedPeople />;
}
