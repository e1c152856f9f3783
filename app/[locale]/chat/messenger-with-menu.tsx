"use client";

import { CropGroupImage } from "#app/[locale]/chat/crop-group-image.tsx";
import { MemberMenu } from "#app/[locale]/member-menu.tsx";
import { BlockedWriting } from "#components/blocks/blocked-writing.tsx";
import { CropContext } from "#components/messenger/groups/group-image.tsx";
import { Messenger } from "#components/messenger/messenger.tsx";
import { NotificationInvitation } from "#components/push/notification-invitation.tsx";

export function MessengerWithMenu() {
  return (
    <CropContext value={CropGroupImage}>
      <Messenger
        notice={<NotificationInvitation />}
        renderPeerMenu={(peer, entries) => (
          <MemberMenu person={peer} place="chat">
            {entries}
          </MemberMenu>
        )}
        renderWriting={(peer, field) => <BlockedWriting person={peer}>{field}</BlockedWriting>}
      />
    </CropContext>
  );
}
