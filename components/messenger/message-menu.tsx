"use client";

import { Menu, Popover } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmojiPicker } from "#components/messenger/emoji-picker.tsx";
import {
  type MenuPlace,
  useMessageActions,
} from "#components/messenger/message-actions-context.ts";
import { type OpenMenuProps, useMenuEntries } from "#components/messenger/message-menu-entries.ts";
import classes from "#components/messenger/message-menu.module.css";
import { MessageSheet } from "#components/messenger/message-sheet.tsx";
import { QuickReactions } from "#components/messenger/quick-reactions.tsx";
import type { Chat, Message } from "#lib/messenger/schema.ts";

interface MessageMenuProps {
  chat: Chat;
  message: Message;
  place: MenuPlace;
  onClose: () => void;
}

/** What can be done with a message: a menu where it was asked for, on a phone a sheet from below. */
export function MessageMenu({ chat, message, place, onClose }: MessageMenuProps) {
  const hasPointer = useMediaQuery("(hover: hover)", true, { getInitialValueInEffect: false });
  const entries = useMenuEntries(chat, message);
  const { react } = useMessageActions();
  const leave = () => {
    onClose();
    place.opener.focus({ preventScroll: true });
  };
  const onReact = (emoji: string) => {
    leave();
    react(message, emoji);
  };
  const menu = { message, entries, onReact, onClose: leave };
  return hasPointer ? <PlacedMenu {...menu} place={place} /> : <MessageSheet {...menu} />;
}

function PlacedMenu({
  message,
  entries,
  onReact,
  onClose,
  place,
}: OpenMenuProps & { place: MenuPlace }) {
  const t = useTranslations("MessageMenu");
  const [picking, setPicking] = useState(false);
  // A button, for it is told that it has a menu; neither seen nor reached.
  const anchor = (
    <button
      type="button"
      tabIndex={-1}
      className={classes.anchor}
      style={{ left: place.x, top: place.y }}
      aria-label={t("title")}
    />
  );
  if (picking)
    return (
      <Popover
        opened
        trapFocus
        returnFocus={false}
        width={364}
        onChange={onClose}
        onClose={onClose}
      >
        <Popover.Target>{anchor}</Popover.Target>
        <Popover.Dropdown aria-label={t("allReactions")} className={classes.picker}>
          <EmojiPicker onPick={onReact} />
        </Popover.Dropdown>
      </Popover>
    );
  return (
    <Menu
      opened
      position="bottom-start"
      width={268}
      returnFocus={false}
      // Within the page's landmarks, and cut off by nothing around it.
      withinPortal={false}
      floatingStrategy="fixed"
      onClose={onClose}
    >
      <Menu.Target>{anchor}</Menu.Target>
      <Menu.Dropdown aria-label={t("title")}>
        <QuickReactions
          message={message}
          onReact={onReact}
          onMore={() => setPicking(true)}
          render={(button) => <Menu.Item {...button} closeMenuOnClick={false} />}
        />
        <Menu.Divider />
        {entries.map(({ label, Icon, danger, run }) => (
          <Menu.Item
            key={label}
            className={danger ? classes.danger : undefined}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => {
              onClose();
              run();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
