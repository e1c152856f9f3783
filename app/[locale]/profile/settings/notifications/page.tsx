import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { SoundSetting } from "#components/messenger/notifications/sound-setting.tsx";
import { NotificationSetting } from "#components/push/notification-setting.tsx";

export const generateMetadata = pageMetadata("Settings.notifications");

export default function NotificationSettingsPage() {
  return (
    <>
      <NotificationSetting />
      <SoundSetting />
    </>
  );
}
