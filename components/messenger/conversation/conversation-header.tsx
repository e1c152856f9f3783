"use client";

import { ActionIcon } from "@mantine/core";
import {
  IconChevronLeft,
  IconDotsVertical,
  IconFlag,
  IconInfoCircle,
  IconSearch,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createElement, type ReactNode, useRef, useState } from "react";
import { type Action, ActionItems } from "#components/ui/controls/action-items.tsx";
import { ActionsMenu } from "#components/ui/controls/actions-menu.tsx";
import {
  useClassActions,
  useLeaveActions,
  useMarkActions,
} from "#components/messenger/chat-list/use-chat-actions.tsx";
import { Interlocutor } from "#components/messenger/conversation/conversation-header-interlocutor.tsx";
import { ConversationSearch } from "#components/messenger/conversation/conversation-search.tsx";
import classes from "#components/messenger/conversation/conversation-header.module.css";
import { MessengerLink } from "#components/messenger/messenger-link.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import type { Person } from "#lib/auth/schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

interface PeerMenu {
  /** Actions of other features on the other member, shown in one menu with the actions on the chat. */
  renderPeerMenu?: ((peer: Person, entries: ReactNode) => ReactNode) | undefined;
  /** Reports a group to the operator. */
  onReportGroup?: ((group: Chat) => void) | undefined;
}

export interface PeerSlots extends PeerMenu {
  /** Rendered by other features in place of the composer, which is passed to them. */
  renderWriting?: ((peer: Person, field: ReactNode) => ReactNode) | undefined;
}

const fetchPanel = async () =>
  (await import("#components/messenger/groups/group-panel.tsx")).GroupPanel;

/**
 * The header shows the other member or the group, or the search of the conversation. It reserves its room until the
 * chat is loaded.
 */
export function ConversationHeader({
  chat,
  renderPeerMenu,
  onReportGroup,
}: { chat: Chat | undefined } & PeerMenu) {
  const t = useTranslations("Messenger");
  const [searching, setSearching] = useState(false);
  const { panel, openPanel } = useGroupPanel(chat);
  const header = useRef<HTMLElement>(null);
  const stopSearching = () => {
    setSearching(false);
    // The button is mounted again in the next frame.
    requestAnimationFrame(() =>
      header.current?.querySelector<HTMLElement>("[data-search]")?.focus(),
    );
  };
  const toMenu = () =>
    header.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
  return (
    <header ref={header} className={classes.root}>
      {chat && searching ? (
        <ConversationSearch chat={chat} onClose={stopSearching} />
      ) : (
        <>
          <ActionIcon
            component={MessengerLink}
            route={routes.chats()}
            className={classes.back}
            aria-label={t("back")}
          >
            <IconChevronLeft size={24} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
          {chat && <Interlocutor chat={chat} onOpenGroup={openPanel} />}
          {chat && (
            <div className={classes.menu}>
              <ActionIcon
                data-search
                aria-label={t("headerSearch")}
                title={t("headerSearch")}
                onClick={() => setSearching(true)}
              >
                <IconSearch size={20} stroke={1.7} aria-hidden="true" />
              </ActionIcon>
              {chat.kind === "group" && (
                <GroupMenu chat={chat} onOpenGroup={openPanel} onReport={onReportGroup} />
              )}
              {chat.peer &&
                renderPeerMenu?.(chat.peer, <PeerEntries chat={chat} onChoose={toMenu} />)}
            </div>
          )}
        </>
      )}
      {panel}
    </header>
  );
}

function useGroupPanel(chat: Chat | undefined) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const Panel = useOnDemand(fetchPanel, close, opened);
  const openPanel = () => setOpened(true);
  const panel = opened && Panel && chat && createElement(Panel, { chat, onClose: close });
  return { panel, openPanel };
}

interface GroupMenuProps {
  chat: Chat;
  onOpenGroup: () => void;
  onReport: PeerMenu["onReportGroup"];
}

function GroupMenu({ chat, onOpenGroup, onReport }: GroupMenuProps) {
  const t = useTranslations("Messenger");
  const info = {
    label: t(chat.class ? "chatInfo" : "groupInfo"),
    Icon: IconInfoCircle,
    run: onOpenGroup,
  };
  const toClass = useClassActions(chat);
  const marks = useMarkActions(chat, true);
  const leave = useLeaveActions(chat);
  const report: Action[] = onReport
    ? [{ label: t("groupReport"), Icon: IconFlag, run: () => onReport(chat) }]
    : [];
  const actions = [...toClass, info, ...marks, ...report, ...leave];
  return (
    <ActionsMenu
      label={t("headerMenu")}
      title={t("headerMenu")}
      Icon={IconDotsVertical}
      width={250}
      actions={actions}
    />
  );
}

interface PeerEntriesProps {
  chat: Chat;
  onChoose: () => void;
}

/** The entries that the menu of an open private chat shares with that of a group. */
function PeerEntries({ chat, onChoose }: PeerEntriesProps) {
  return <ActionItems actions={useMarkActions(chat, true)} onChoose={onChoose} />;
}
