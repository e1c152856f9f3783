import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { MyInvitations } from "#components/invitations/my-invitations.tsx";

export const generateMetadata = pageMetadata("Settings.invitations");

export default function InvitationsSettingsPage() {
  return <MyInvitations />;
}
