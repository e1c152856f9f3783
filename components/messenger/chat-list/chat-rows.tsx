"use client";

import { Button } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { createElement, type ReactNode, useRef, useState } from "react";
import classes from "#components/messenger/chat-list/chat-panel.module.css";
import type { ChatRowMenuProps } from "#components/messenger/chat-list/chat-row-menu.tsx";
import { type ChatMenuPlace, ChatRow } from "#components/messenger/chat-list/chat-row.tsx";
import { useSteadyRows } from "#components/messenger/chat-list/use-steady-rows.ts";
import { EmptyState, NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useHasPointer } from "#components/ui/overlays/use-has-pointer.ts";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";
import { chatsOf } from "#lib/messenger/cache/chat-list.ts";
import { chatsQuery } from "#lib/messenger/cache/queries.ts";
import { routes } from "#lib/routes.ts";

/** Every chat of the member, in the order of the server. */
export function ChatRows({ openChatId }: { openChatId: number | null }) {
  const member = useMember();
  const query = useInfiniteQuery(chatsQuery());
  const menuPopup = useHasPointer() ? "menu" : "dialog";
  const [menu, setMenu] = useState<ChatMenuPlace | null>(null);
  useFetchedAhead(fetchMenu);
  if (!query.data) return <NotLoaded query={query} skeleton={<RowsSkeleton rows={8} />} />;
  const chats = chatsOf(query.data);
  if (chats.length === 0) return <NoChats />;
  return (
    <div className={classes.scroller}>
      <SteadyRows ids={chats.map(({ id }) => id)}>
        {chats.map((chat) => (
          <ChatRow
            key={chat.id}
            chat={chat}
            memberId={member.id}
            open={chat.id === openChatId}
            menuPopup={menuPopup}
            onMenu={setMenu}
          />
        ))}
      </SteadyRows>
      <LoadMore {...moreOf(query)} />
      {menu && (
        <MenuOnDemand
          place={menu}
          open={menu.chat.id === openChatId}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

const fetchMenu = async () =>
  (await import("#components/messenger/chat-list/chat-row-menu.tsx")).ChatRowMenu;

function MenuOnDemand(props: ChatRowMenuProps) {
  const menu = useOnDemand(fetchMenu, props.onClose);
  return menu && createElement(menu, props);
}

function SteadyRows({ ids, children }: { ids: readonly number[]; children: ReactNode }) {
  const t = useTranslations("Messenger");
  const list = useRef<HTMLUListElement>(null);
  useSteadyRows(list, ids);
  return (
    <ul ref={list} className={classes.rows} aria-label={t("chats")}>
      {children}
    </ul>
  );
}

function NoChats() {
  const t = useTranslations("Messenger");
  return (
    <EmptyState
      Icon={IconMessages}
      title={t("empty")}
      action={
        <div className={classes.ways}>
          <Button component={RouteLink} route={routes.friends()}>
            {t("panelToFriends")}
          </Button>
          <Button component={RouteLink} route={routes.findPeople()} variant="default">
            {t("findPeople")}
          </Button>
        </div>
      }
    />
  );
}
