"use client";

import {
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import {
  ChatResult,
  MessageResult,
  PersonResult,
} from "#components/messenger/chat-list/chat-search-results.tsx";
import classes from "#components/messenger/chat-list/chat-panel.module.css";
import searchClasses from "#components/messenger/chat-list/chat-search.module.css";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { FoundCount } from "#components/ui/lists/found-count.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { peopleOf } from "#lib/members/newest-rows.ts";
import { chatsOf } from "#lib/messenger/cache/chat-list.ts";
import { chatsQuery } from "#lib/messenger/cache/queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { messageSearchQuery, peopleNamedQuery } from "#lib/messenger/cache/search-queries.ts";

export interface ChatSearchProps {
  q: string;
  openChatId: number | null;
}

/** The results of a search: chats by name, people, and messages. Each section loads, or fails, by itself. */
export function ChatSearch({ q, openChatId }: ChatSearchProps) {
  const t = useTranslations("Messenger");
  const [chats, people, messages] = [useFoundChats(q), useFoundPeople(q), useFoundMessages(q)];
  const isNothing = [chats, people, messages].every(
    ({ query, items }) => items?.length === 0 && !query.hasNextPage,
  );
  return (
    <div className={classes.scroller}>
      <FoundCount count={countShown([chats, people, messages])} />
      <SearchSection
        {...chats}
        title={t("searchChats")}
        renderItem={(chat) => (
          <ChatResult key={chat.id} chat={chat} q={q} open={chat.id === openChatId} />
        )}
      />
      <SearchSection
        {...people}
        title={t("searchPeople")}
        renderItem={(person) => <PersonResult key={person.id} person={person} q={q} />}
      />
      <SearchSection
        {...messages}
        title={t("searchMessages")}
        renderItem={({ message, chat }) => (
          <MessageResult
            key={`${message.chat_id}:${message.seq}`}
            message={message}
            chat={chat}
            q={q}
          />
        )}
      />
      {isNothing && <p className={searchClasses.nothing}>{t("nothingFound")}</p>}
    </div>
  );
}

/** How many results all sections show at first; undefined until each of them is loaded for these words. */
function countShown(sections: readonly Pick<SearchSectionProps<unknown>, "query" | "items">[]) {
  let shown = 0;
  for (const { query, items } of sections) {
    if (!items || query.isPlaceholderData) return undefined;
    shown += Math.min(items.length, shownAtFirst);
  }
  return shown;
}

const whileLoading = { placeholderData: keepPreviousData };

/** Without the results of former words if those of the new ones could not be loaded. */
const useItems = <T,>(query: UseInfiniteQueryResult, items: T[] | undefined) => ({
  query,
  items: useLoadFailure(query) ? undefined : items,
});

function useFoundChats(q: string) {
  const query = useInfiniteQuery({ ...chatsQuery(q), ...whileLoading });
  return useItems(query, query.data && chatsOf(query.data));
}

function useFoundPeople(q: string) {
  const member = useMember();
  const query = useInfiniteQuery({ ...peopleNamedQuery(useLocale(), q), ...whileLoading });
  const people = query.data && peopleOf(query.data.pages);
  return useItems(
    query,
    people?.filter(({ id }) => id !== member.id),
  );
}

/** The found messages, with their chats. */
function useFoundMessages(q: string) {
  const query = useInfiniteQuery({ ...messageSearchQuery(q), ...whileLoading });
  const pages = query.data?.pages ?? [];
  const chats = new Map<number, Chat>(
    pages.flatMap(({ meta }) => meta.chats).map((chat) => [chat.id, chat]),
  );
  const found = pages
    .flatMap(({ data }) => data)
    .map((message) => ({ message, chat: chats.get(message.chat_id) }));
  return useItems(query, query.data && found);
}

/** At most this many results are shown at first, so that the next section stays in sight. */
const shownAtFirst = 5;

interface SearchSectionProps<T> {
  title: string;
  query: UseInfiniteQueryResult;
  /** Undefined until the results are loaded. */
  items: T[] | undefined;
  renderItem: (item: T) => ReactNode;
}

/** One section of the results, with its own states; nothing is rendered when there are no results. */
function SearchSection<T>({ title, query, items, renderItem }: SearchSectionProps<T>) {
  const heading = useId();
  const [all, setAll] = useState(false);
  const shown = all ? items : items?.slice(0, shownAtFirst);
  const hidden = (items?.length ?? 0) > (shown?.length ?? 0);
  const showMore = () => {
    if (hidden) setAll(true);
    else void query.fetchNextPage();
  };
  if (items?.length === 0 && !query.hasNextPage) return null;
  return (
    <section className={searchClasses.section} aria-labelledby={heading}>
      <h2 id={heading} className={searchClasses.title}>
        {title}
      </h2>
      <NotLoaded query={query} skeleton={<RowsSkeleton rows={2} />} />
      {shown && shown.length > 0 && (
        <ul
          className={searchClasses.rows}
          aria-labelledby={heading}
          aria-busy={query.isPlaceholderData}
        >
          {shown.map(renderItem)}
        </ul>
      )}
      <LoadMore
        {...moreOf(query)}
        hasMore={hidden || query.hasNextPage}
        byButtonOnly
        onMore={showMore}
      />
    </section>
  );
}
