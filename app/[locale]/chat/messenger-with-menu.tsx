"use client";

import { useTranslations } from "next-intl";
import { createElement } from "react";
import { fetchConversation } from "./fetch-conversation.ts";
import { useInviteDialog } from "#components/invitations/invite-button.tsx";
import { CropContext, type CropSlotProps } from "#components/messenger/groups/group-image.tsx";
import { InviteContext, type InviteSlotProps } from "#components/messenger/groups/invite-row.tsx";
import { Messenger } from "#components/messenger/messenger.tsx";
import { NotificationInvitation } from "#components/push/notification-invitation.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";

const fetchCrop = async () => (await import("./crop-group-image.tsx")).CropGroupImage;

export function MessengerWithMenu() {
  return (
    <CropContext value={CropOnDemand}>
      <InviteContext value={InviteToGroup}>
        <Messenger notice={<NotificationInvitation />} fetchConversation={fetchConversation} />
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

function CropOnDemand(props: CropSlotProps) {
  const crop = useOnDemand(fetchCrop, props.onClose);
  return crop && createElement(crop, props);
}
