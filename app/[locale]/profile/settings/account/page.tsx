import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountScreen } from "#app/[locale]/profile/settings/account/account-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("account") };
}

export default function AccountSettingsPage() {
  return <AccountScreen />;
}
