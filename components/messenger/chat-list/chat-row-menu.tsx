"use client";

import { useMediaQuery } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { ActionItems, SheetActions } from "#components/messenger/actions/action-items.tsx";
import { useChatActions } from "#components/messenger/chat-list/use-chat-actions.tsx";
import { type MenuPlace, PlacedMenu } from "#components/messenger/actions/placed-menu.tsx";
import { BottomSheet } from "#components/ui/overlays/bottom-sheet.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";

export const menuWidthPx = 250;

export interface ChatMenuPlace extends MenuPlace {
  chat: Chat;
}

interface ChatRowMenuProps {
  place: ChatMenuPlace;
  /** Whether the chat is the one shown beside the list. */
  open: boolean;
  onClose: () => void;
}

/** The actions on a chat of the list: a menu at the pointer, on a phone a bottom sheet. */
export function ChatRowMenu({ place, open, onClose }: ChatRowMenuProps) {
  const t = useTranslations("Messenger");
  const hasPointer = useMediaQuery("(hover: hover)", true, { getInitialValueInEffect: false });
  const { title } = place.chat;
  const actions = useChatActions(place.chat, open);
  const leave = () => {
    onClose();
    place.opener.focus();
  };
  if (!hasPointer)
    return (
      <BottomSheet opened onClose={onClose} title={title} closeLabel={t("rowClose")} size="auto">
        <SheetActions actions={actions} onChoose={leave} />
      </BottomSheet>
    );
  return (
    <PlacedMenu place={place} label={t("rowMenu", { title })} widthPx={menuWidthPx} onClose={leave}>
      <ActionItems actions={actions} onChoose={leave} />
    </PlacedMenu>
  );
}
