"use client";

import { ActionIcon } from "@mantine/core";
import { IconDotsVertical, IconInfoCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { ActionItems } from "#components/messenger/actions/action-items.tsx";
import {
  useChatActions,
  useKeepingActions,
} from "#components/messenger/chat-list/chat-row-actions.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";

interface GroupMenuProps {
  chat: Chat;
  onOpenGroup: () => void;
}

/** What can be done with a group that is open. */
export function GroupMenu({ chat, onOpenGroup }: GroupMenuProps) {
  const t = useTranslations("Messenger");
  const button = useRef<HTMLButtonElement>(null);
  const info = { label: t("groupInfo"), Icon: IconInfoCircle, danger: false, run: onOpenGroup };
  const actions = [info, ...useChatActions(chat, true)];
  return (
    <Menu position="bottom-end" width={250} withinPortal={false}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={t("headerMenu")} title={t("headerMenu")}>
          <IconDotsVertical size={20} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={actions} onChoose={() => button.current?.focus()} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface PeerEntriesProps {
  chat: Chat;
  onChoose: () => void;
}

/** What the menu of a private chat that is open has in common with that of a group. */
export function PeerEntries({ chat, onChoose }: PeerEntriesProps) {
  return <ActionItems actions={useKeepingActions(chat, true)} onChoose={onChoose} />;
}
