"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import {
  ChatResult,
  MessageResult,
  PersonResult,
} from "#components/messenger/chat-list/chat-search-results.tsx";
import { SearchSection } from "#components/messenger/chat-list/chat-search-section.tsx";
import classes from "#components/messenger/chat-list/chat-panel.module.css";
import searchClasses from "#components/messenger/chat-list/chat-search.module.css";
import { useMember } from "#lib/auth/auth-context.tsx";
import { chatsOf } from "#lib/messenger/cache/chat-list.ts";
import { chatsQuery } from "#lib/messenger/cache/queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { messageSearchQuery, peopleNamedQuery } from "#lib/messenger/cache/search-queries.ts";

interface ChatSearchProps {
  q: string;
  openChatId: number | null;
}

/** What the words find: chats by their name, people, and what was written. Each comes, or fails, by itself. */
export function ChatSearch({ q, openChatId }: ChatSearchProps) {
  const t = useTranslations("Messenger");
  const [chats, people, messages] = [useFoundChats(q), useFoundPeople(q), useFoundMessages(q)];
  const isNothing = [chats, people, messages].every(
    ({ query, items }) => items?.length === 0 && !query.hasNextPage,
  );
  return (
    <div className={classes.scroller}>
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
      {isNothing && (
        <p className={searchClasses.nothing} role="status">
          {t("nothingFound")}
        </p>
      )}
    </div>
  );
}

const kept = { placeholderData: keepPreviousData };

function useFoundChats(q: string) {
  const query = useInfiniteQuery({ ...chatsQuery(q), ...kept });
  return { query, items: query.data && chatsOf(query.data) };
}

function useFoundPeople(q: string) {
  const member = useMember();
  const query = useInfiniteQuery({ ...peopleNamedQuery(useLocale(), q), ...kept });
  const people = query.data?.pages.flatMap(({ data }) => data);
  return { query, items: people?.filter(({ id }) => id !== member.id) };
}

/** With the chats that they are in. */
function useFoundMessages(q: string) {
  const query = useInfiniteQuery({ ...messageSearchQuery(q), ...kept });
  const pages = query.data?.pages ?? [];
  const chats = new Map<number, Chat>(
    pages.flatMap(({ meta }) => meta.chats).map((chat) => [chat.id, chat]),
  );
  const found = pages
    .flatMap(({ data }) => data)
    .map((message) => ({ message, chat: chats.get(message.chat_id) }));
  return { query, items: query.data && found };
}
