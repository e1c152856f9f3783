"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { MemberMenu } from "#app/[locale]/member-menu.tsx";
import { useReportDialog } from "#app/[locale]/use-report-dialog.ts";
import { BlockedWriting } from "#components/blocks/blocked-writing.tsx";
import { CropPicture } from "#components/images/crop/crop-picture.tsx";
import { useInviteDialog } from "#components/invitations/invite-button.tsx";
import { CropContext, type CropSlotProps } from "#components/messenger/groups/group-image.tsx";
import { InviteContext, type InviteSlotProps } from "#components/messenger/groups/invite-row.tsx";
import { Messenger } from "#components/messenger/messenger.tsx";
import { NotificationInvitation } from "#components/push/notification-invitation.tsx";
import { fitted } from "#lib/images/fitted.ts";
import { chosenPictureOf } from "#lib/images/image-uploads.ts";

export function MessengerWithMenu() {
  const { report, dialog } = useReportDialog();
  return (
    <CropContext value={CropGroupImage}>
      <InviteContext value={InviteToGroup}>
        <Messenger
          notice={<NotificationInvitation />}
          renderPeerMenu={(peer, entries) => (
            <MemberMenu person={peer} place="chat">
              {entries}
            </MemberMenu>
          )}
          onReportGroup={({ id, title }, opener) =>
            report({ kind: "chat", id, name: title }, opener)
          }
          renderWriting={(peer, field) => <BlockedWriting person={peer}>{field}</BlockedWriting>}
        />
        {dialog}
      </InviteContext>
    </CropContext>
  );
}

function InviteToGroup({ chatId, className, icon }: InviteSlotProps) {
  const t = useTranslations("Invitations");
  const { open, dialog } = useInviteDialog({ kind: "group", chatId });
  return (
    <>
      <button type="button" className={className} onClick={open}>
        {icon}
        {t("inviteGroup")}
      </button>
      {dialog}
    </>
  );
}

/** Crops the image of a group with the dialog for images of members. */
function CropGroupImage({ file, onDone, onClose }: CropSlotProps) {
  const openerRef = useRef<HTMLElement>(null); // the focus returns to where it was
  const [picture] = useState(() => chosenPictureOf(file));
  return (
    <CropPicture
      picture={picture}
      alone={false}
      square
      openerRef={openerRef}
      onDone={({ content }) => void fitted(content).then(onDone)}
      onClose={onClose}
    />
  );
}
