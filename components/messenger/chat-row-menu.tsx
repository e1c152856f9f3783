"use client";

import { Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { ActionItems } from "#components/messenger/action-items.tsx";
import { useChatActions } from "#components/messenger/chat-row-actions.tsx";
import classes from "#components/messenger/chat-row-menu.module.css";
import { BottomSheet } from "#components/ui/bottom-sheet.tsx";
import { useCloseOnBack } from "#components/ui/use-close-on-back.ts";
import type { Chat } from "#lib/messenger/schema.ts";

export const menuWidthPx = 250;

/** Where the menu of a chat was asked for, in the window, px. */
export interface MenuPlace {
  chat: Chat;
  x: number;
  y: number;
  /** Gets the focus back. */
  opener: HTMLElement;
}

interface ChatRowMenuProps {
  place: MenuPlace;
  /** Whether the chat is the one shown beside the list. */
  open: boolean;
  onClose: () => void;
}

/** What can be done with a chat of the list: a menu where it was asked for, on a phone a sheet from below. */
export function ChatRowMenu(props: ChatRowMenuProps) {
  const hasPointer = useMediaQuery("(hover: hover)", true, { getInitialValueInEffect: false });
  return hasPointer ? <PlacedMenu {...props} /> : <SheetMenu {...props} />;
}

function PlacedMenu({ place, open, onClose }: ChatRowMenuProps) {
  const t = useTranslations("Messenger");
  const actions = useChatActions(place.chat, open);
  const leave = () => {
    onClose();
    place.opener.focus();
  };
  return (
    <Menu
      opened
      onClose={leave}
      position="bottom-start"
      width={menuWidthPx}
      returnFocus={false}
      // Within the page's landmarks, and cut off by nothing around it.
      withinPortal={false}
      floatingStrategy="fixed"
    >
      <Menu.Target>
        {/* A button, for it is told that it has a menu; neither seen nor reached. */}
        <button
          type="button"
          tabIndex={-1}
          className={classes.anchor}
          style={{ left: place.x, top: place.y }}
          aria-label={t("rowMenu", { title: place.chat.title })}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={actions} onChoose={leave} />
      </Menu.Dropdown>
    </Menu>
  );
}

function SheetMenu({ place, open, onClose }: ChatRowMenuProps) {
  const t = useTranslations("Messenger");
  const { title } = place.chat;
  const actions = useChatActions(place.chat, open);
  useCloseOnBack(onClose);
  return (
    <BottomSheet opened onClose={onClose} title={title} closeLabel={t("rowClose")} size="auto">
      <ul className={classes.items}>
        {actions.map(({ label, Icon, danger, run }) => (
          <li key={label}>
            <button
              type="button"
              className={classes.item}
              data-danger={danger}
              onClick={() => {
                onClose();
                place.opener.focus();
                run();
              }}
            >
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </BottomSheet>
  );
}
