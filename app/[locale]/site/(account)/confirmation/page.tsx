import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Confirmation } from "#components/auth/confirmation/confirmation.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Auth");
  return { title: t("confirmationPageTitle") };
}

export default function ConfirmationPage() {
  return <Confirmation />;
}
