"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import {
  ChatResult,
  MessageResult,
  PersonResult,
} from "#components/messenger/chat-search-results.tsx";
import { SearchSection } from "#components/messenger/chat-search-section.tsx";
import classes from "#components/messenger/chat-panel.module.css";
import { useMember } from "#lib/auth/auth-context.tsx";
import { chatsOf } from "#lib/messenger/chat-list.ts";
import { chatsQuery } from "#lib/messenger/queries.ts";
import type { Chat } from "#lib/messenger/schema.ts";
import { messageSearchQuery, peopleNamedQuery } from "#lib/messenger/search-queries.ts";

interface ChatSearchProps {
  q: string;
  openChatId: number | null;
}

/** What the words find: chats by their name, people, and what was written. Each comes, or fails, by itself. */
export function ChatSearch({ q, openChatId }: ChatSearchProps) {
  return (
    <div className={classes.scroller}>
      <FoundChats q={q} openChatId={openChatId} />
      <FoundPeople q={q} />
      <FoundMessages q={q} />
    </div>
  );
}

const kept = { placeholderData: keepPreviousData };

function FoundChats({ q, openChatId }: ChatSearchProps) {
  const t = useTranslations("Messenger");
  const query = useInfiniteQuery({ ...chatsQuery(q), ...kept });
  return (
    <SearchSection
      title={t("searchChats")}
      query={query}
      items={query.data && chatsOf(query.data)}
      renderItem={(chat) => (
        <ChatResult key={chat.id} chat={chat} q={q} open={chat.id === openChatId} />
      )}
    />
  );
}

function FoundPeople({ q }: { q: string }) {
  const t = useTranslations("Messenger");
  const member = useMember();
  const query = useInfiniteQuery({ ...peopleNamedQuery(useLocale(), q), ...kept });
  const people = query.data?.pages.flatMap(({ data }) => data);
  return (
    <SearchSection
      title={t("searchPeople")}
      query={query}
      items={people?.filter(({ id }) => id !== member.id)}
      renderItem={(person) => <PersonResult key={person.id} person={person} q={q} />}
    />
  );
}

function FoundMessages({ q }: { q: string }) {
  const t = useTranslations("Messenger");
  const query = useInfiniteQuery({ ...messageSearchQuery(q), ...kept });
  const pages = query.data?.pages ?? [];
  const chats = new Map<number, Chat>(
    pages.flatMap(({ meta }) => meta.chats).map((chat) => [chat.id, chat]),
  );
  return (
    <SearchSection
      title={t("searchMessages")}
      query={query}
      items={query.data && pages.flatMap(({ data }) => data)}
      renderItem={(message) => (
        <MessageResult
          key={`${message.chat_id}:${message.seq}`}
          message={message}
          chat={chats.get(message.chat_id)}
          q={q}
        />
      )}
    />
  );
}
