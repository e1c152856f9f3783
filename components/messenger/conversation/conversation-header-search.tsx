"use client";

import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { closeByEscape } from "#components/messenger/close-by-escape.ts";
import { FoundInChat } from "#components/messenger/conversation/conversation-header-found.tsx";
import classes from "#components/messenger/conversation/conversation-header.module.css";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { formatNumber } from "#lib/i18n/format.ts";
import { messageSearchQuery } from "#lib/messenger/cache/search-queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** Looks for messages of the open chat and goes from one to the next; the newest comes first. */
export function ConversationSearch({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const t = useTranslations("Messenger");
  const { goTo } = useConversation();
  const { search, setSearch, q } = useSearchWords();
  const query = useInfiniteQuery({ ...messageSearchQuery(q, chat.id), enabled: q !== "" });
  const found = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const [at, setAt] = useState<{ q: string; index: number } | null>(null);
  const index = at?.q === q ? at.index : null;
  const older = useRef<HTMLButtonElement>(null);
  const [listed, setListed] = useState(true);
  useCloseOnBack(onClose);

  const visit = (next: number) => {
    const message = found[next];
    if (!message) return;
    setAt({ q, index: next });
    setListed(false);
    goTo(message.seq);
    if (next >= found.length - 2 && query.hasNextPage) void query.fetchNextPage();
  };
  const leaveListTo = (next: number) => {
    visit(next);
    older.current?.focus();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of all that stands in it
    <form
      className={classes.search}
      role="search"
      data-visiting={index !== null || undefined}
      onKeyDown={(event) => {
        goThroughFound(event);
        closeByEscape(onClose)(event);
      }}
      aria-label={t("headerSearch")}
      onSubmit={(event) => {
        event.preventDefault();
        visit((index ?? -1) + 1);
      }}
    >
      <SearchField
        label={t("headerSearch")}
        clearLabel={t("clearSearch")}
        value={search}
        busy={query.isLoading}
        focused
        onChange={(value) => {
          setSearch(value);
          setListed(true);
        }}
      />
      {index !== null && (
        <span className={classes.position} role="status">
          {t("headerSearchAt", {
            index: formatNumber(index + 1),
            total: `${formatNumber(found.length)}${query.hasNextPage ? "+" : ""}`,
          })}
        </span>
      )}
      <ActionIcon
        ref={older}
        className={classes.step}
        aria-label={t("headerSearchOlder")}
        title={t("headerSearchOlder")}
        aria-disabled={(index ?? -1) + 1 >= found.length}
        onClick={() => visit((index ?? -1) + 1)}
      >
        <IconChevronUp size={20} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        className={classes.step}
        aria-label={t("headerSearchNewer")}
        title={t("headerSearchNewer")}
        aria-disabled={(index ?? 0) <= 0}
        onClick={() => visit((index ?? 0) - 1)}
      >
        <IconChevronDown size={20} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        aria-label={t("headerSearchClose")}
        title={t("headerSearchClose")}
        onClick={onClose}
      >
        <IconX size={20} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      {q !== "" && listed && <FoundInChat query={query} q={q} onVisit={leaveListTo} />}
    </form>
  );
}

/** The arrows go from the field through what was found below it, and back. */
function goThroughFound(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, nativeEvent } = event;
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  const places = [...currentTarget.querySelectorAll<HTMLElement>("input, ul button")];
  const at = places.findIndex((place) => place === target);
  if (!step || at < 0 || nativeEvent.isComposing) return;
  event.preventDefault();
  places[at + step]?.focus();
}
