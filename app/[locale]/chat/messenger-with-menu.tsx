"use client";

import { createElement } from "react";
import { conversationPart } from "./conversation-part.ts";
import { InviteToChat } from "./invite-to-chat.tsx";
import { CropContext, type CropSlotProps } from "#components/messenger/groups/group-image.tsx";
import { InviteContext } from "#components/messenger/groups/invite-row.tsx";
import { Messenger } from "#components/messenger/messenger.tsx";
import { NotificationInvitation } from "#components/push/notification-invitation.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";

const fetchCrop = async () => (await import("./crop-group-image.tsx")).CropGroupImage;

export function MessengerWithMenu() {
  return (
    <CropContext value={CropOnDemand}>
      <InviteContext value={InviteToChat}>
        <Messenger notice={<NotificationInvitation />} fetchConversation={conversationPart.fetch} />
      </InviteContext>
    </CropContext>
  );
}

function CropOnDemand(props: CropSlotProps) {
  const crop = useOnDemand(fetchCrop, props.onClose);
  return crop && createElement(crop, props);
}
