"use client";

import { ActionIcon, Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconMessages, IconPencil, IconSearchOff } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/messenger/chat-panel.module.css";
import { ChatRow } from "#components/messenger/chat-row.tsx";
import { EmptyState, ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore } from "#components/ui/load-more.tsx";
import { RouteLink } from "#components/ui/route-link.tsx";
import { SearchField } from "#components/ui/search-field.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { chatsOf } from "#lib/messenger/chat-list.ts";
import { chatsQuery } from "#lib/messenger/queries.ts";
import { routes } from "#lib/routes.ts";

const searchDelayMs = 250;

/** The left side of the messenger: every chat of the member, newest message first. */
export function ChatPanel({ openChatId }: { openChatId: number | null }) {
  const t = useTranslations("Messenger");
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), searchDelayMs);
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <SearchField
          label={t("search")}
          clearLabel={t("clearSearch")}
          value={search}
          onChange={setSearch}
        />
        <ActionIcon
          component={RouteLink}
          route={routes.findPeople()}
          className={classes.newChat}
          aria-label={t("newChat")}
          title={t("newChat")}
        >
          <IconPencil size={20} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </div>
      <ChatRows search={wanted} openChatId={openChatId} />
    </div>
  );
}

function ChatRows({ search, openChatId }: { search: string; openChatId: number | null }) {
  const t = useTranslations("Messenger");
  const member = useMember();
  const query = useInfiniteQuery({ ...chatsQuery(search), placeholderData: keepPreviousData });
  if (query.isPending) return <RowsSkeleton rows={8} />;
  if (!query.data)
    return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  const chats = chatsOf(query.data);
  if (chats.length === 0) return <NoChats searched={search !== ""} />;
  return (
    <div className={classes.scroller}>
      <ul className={classes.rows} aria-label={t("chats")} aria-busy={query.isPlaceholderData}>
        {chats.map((chat) => (
          <ChatRow key={chat.id} chat={chat} memberId={member.id} open={chat.id === openChatId} />
        ))}
      </ul>
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failure={query.isFetchNextPageError ? query.error.message : null}
        label={t("showMore")}
        retryLabel={t("retry")}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  );
}

function NoChats({ searched }: { searched: boolean }) {
  const t = useTranslations("Messenger");
  if (searched)
    return <EmptyState icon={<IconSearchOff size={28} stroke={1.5} />} title={t("nothingFound")} />;
  return (
    <EmptyState
      icon={<IconMessages size={28} stroke={1.5} />}
      title={t("empty")}
      action={
        <Button component={RouteLink} route={routes.findPeople()}>
          {t("findPeople")}
        </Button>
      }
    />
  );
}
