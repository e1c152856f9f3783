"use client";

import { ActionIcon } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createElement, useState } from "react";
import classes from "#components/messenger/chat-list/chat-panel.module.css";
import { ChatRows } from "#components/messenger/chat-list/chat-rows.tsx";
import type { ChatSearchProps } from "#components/messenger/chat-list/chat-search.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { RowsSkeleton } from "#components/ui/list-states.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";

/** The left side of the messenger: every chat of the member, newest message first. */
export function ChatPanel({ openChatId }: { openChatId: number | null }) {
  const t = useTranslations("Messenger");
  const { search, setSearch, q: wanted } = useSearchWords();
  useFetchedAhead(fetchSearch);
  useCloseOnBack(() => setSearch(""), search !== "");
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <SearchField label={t("search")} value={search} onChange={setSearch} />
        <NewChatButton />
      </div>
      {wanted === "" || search.trim() === "" ? (
        <ChatRows openChatId={openChatId} />
      ) : (
        <SearchOnDemand q={wanted} openChatId={openChatId} onMissing={() => setSearch("")} />
      )}
    </div>
  );
}

const fetchSearch = async () =>
  (await import("#components/messenger/chat-list/chat-search.tsx")).ChatSearch;

function SearchOnDemand({ onMissing, ...props }: ChatSearchProps & { onMissing: () => void }) {
  const search = useOnDemand(fetchSearch, onMissing);
  return search ? createElement(search, props) : <RowsSkeleton rows={3} />;
}

const fetchDialog = async () =>
  (await import("#components/messenger/chat-list/new-chat.tsx")).NewChat;

/** Starts a chat with a friend, or a group. */
export function NewChatButton() {
  const t = useTranslations("Messenger");
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const dialog = useOnDemand(fetchDialog, close, opened);
  return (
    <>
      <ActionIcon
        className={classes.newChat}
        aria-label={t("newChat")}
        aria-haspopup="dialog"
        title={t("newChat")}
        onClick={() => setOpened(true)}
      >
        <IconPencil size={20} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
      {opened && dialog && createElement(dialog, { onClose: close })}
    </>
  );
}
