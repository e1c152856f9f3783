import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SoundSetting } from "#components/messenger/notifications/sound-setting.tsx";
import { NotificationSetting } from "#components/push/notification-setting.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("notifications") };
}

export default function NotificationSettingsPage() {
  return (
    <>
      <NotificationSetting />
      <SoundSetting />
    </>
  );
}
