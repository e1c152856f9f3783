import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MyInvitations } from "#components/invitations/my-invitations.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("invitations") };
}

export default function InvitationsSettingsPage() {
  return <MyInvitations />;
}
