"use client";

import { useTranslations } from "next-intl";
import { ActionItems, SheetActions } from "#components/ui/controls/action-items.tsx";
import { useChatActions } from "#components/messenger/chat-list/use-chat-actions.tsx";
import { PlacedMenu } from "#components/messenger/actions/placed-menu.tsx";
import { type ChatMenuPlace, menuWidthPx } from "#components/messenger/chat-list/chat-row.tsx";
import { BottomSheet } from "#components/ui/overlays/bottom-sheet.tsx";
import { floating } from "#components/ui/overlays/floating.tsx";
import { provideFloating } from "#components/ui/overlays/use-floating.tsx";
import { useHasPointer } from "#components/ui/overlays/use-has-pointer.ts";

provideFloating(floating);

export interface ChatRowMenuProps {
  place: ChatMenuPlace;
  /** Whether the chat is the one shown beside the list. */
  open: boolean;
  onClose: () => void;
}

/** The actions on a chat of the list: a menu at the pointer, on a phone a bottom sheet. */
export function ChatRowMenu({ place, open, onClose }: ChatRowMenuProps) {
  const t = useTranslations("Messenger");
  const hasPointer = useHasPointer();
  const { title } = place.chat;
  const actions = useChatActions(place.chat, open);
  const leave = () => {
    onClose();
    place.opener.focus();
  };
  if (!hasPointer)
    return (
      <BottomSheet opened onClose={leave} title={title} size="auto">
        <SheetActions actions={actions} onChoose={leave} />
      </BottomSheet>
    );
  return (
    <PlacedMenu place={place} label={t("rowMenu", { title })} widthPx={menuWidthPx} onClose={leave}>
      <ActionItems actions={actions} onChoose={leave} />
    </PlacedMenu>
  );
}
