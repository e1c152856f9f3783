"use client";

import { useTranslations } from "next-intl";
import { createElement } from "react";
import { useInviteDialog } from "#components/invitations/invite-button.tsx";
import { CropContext, type CropSlotProps } from "#components/messenger/groups/group-image.tsx";
import { InviteContext, type InviteSlotProps } from "#components/messenger/groups/invite-row.tsx";
import { Messenger } from "#components/messenger/messenger.tsx";
import { NotificationInvitation } from "#components/push/notification-invitation.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import { splitLocale } from "#lib/site/pages.ts";

const fetchConversation = async () =>
  (await import("./conversation-with-menu.tsx")).ConversationWithMenu;
const fetchCrop = async () => (await import("./crop-group-image.tsx")).CropGroupImage;

// Before the server has said who it is, which takes as long.
if (typeof document !== "undefined" && chatAddressOf(splitLocale(window.location.pathname).path))
  void fetchConversation().catch(() => null);

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
