import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { AccountScreen } from "#app/[locale]/profile/settings/account/account-screen.tsx";

export const generateMetadata = pageMetadata("Settings.account");

export default function AccountSettingsPage() {
  return <AccountScreen />;
}
