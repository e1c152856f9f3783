"use client";

import { useTranslations } from "next-intl";
import classes from "#components/messenger/chat-list/chat-panel.module.css";
import { ChatRows } from "#components/messenger/chat-list/chat-rows.tsx";
import { ChatSearch } from "#components/messenger/chat-list/chat-search.tsx";
import { NewChatButton } from "#components/messenger/chat-list/new-chat-button.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";

/** The left side of the messenger: every chat of the member, newest message first. */
export function ChatPanel({ openChatId }: { openChatId: number | null }) {
  const t = useTranslations("Messenger");
  const { search, setSearch, q: wanted } = useSearchWords();
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <SearchField
          label={t("search")}
          clearLabel={t("clearSearch")}
          value={search}
          onChange={setSearch}
        />
        <NewChatButton />
      </div>
      {wanted === "" || search.trim() === "" ? (
        <ChatRows openChatId={openChatId} />
      ) : (
        <ChatSearch q={wanted} openChatId={openChatId} />
      )}
    </div>
  );
}
