"use client";

import { useReportDialog } from "#app/[locale]/use-report-dialog.ts";
import { InvitationScreen } from "#components/invitations/invitation-screen.tsx";

/** The invitation, and for a member the dialog in which it is reported. */
export function InvitationWithReport() {
  const { report, dialog } = useReportDialog();
  return (
    <>
      <InvitationScreen
        onReport={({ inviter }, code) => report({ kind: "invitation", code, name: inviter.name })}
      />
      {dialog}
    </>
  );
}
