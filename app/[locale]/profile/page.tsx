import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OwnPage } from "#app/[locale]/profile/own-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Profile");
  return { title: t("title") };
}

export default function OwnProfilePage() {
  return <OwnPage />;
}
