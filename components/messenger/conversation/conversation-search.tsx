"use client";

import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX, type TablerIcon } from "@tabler/icons-react";
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { closeByEscape } from "#components/ui/overlays/use-close-by-escape.ts";
import classes from "#components/messenger/conversation/conversation-search.module.css";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { useShortMoment } from "#components/messenger/history/use-day-label.ts";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { FoundCount } from "#components/ui/lists/found-count.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { messageSearchQuery } from "#lib/messenger/cache/search-queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import type { MessageSearch } from "#lib/messenger/contract/search-schema.ts";
import { excerptOf } from "#lib/messenger/text/excerpt.ts";

/** Searches the messages of the open chat and steps from one result to the next, newest first. */
export function ConversationSearch({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const t = useTranslations("Messenger");
  const { search, setSearch, q } = useSearchWords();
  const { query, found, visited, index, olderIndex, newerIndex, visit } = useFoundSteps(chat, q);
  const older = useRef<HTMLButtonElement>(null);
  const [listed, setListed] = useState(true);
  useCloseOnBack(onClose);
  const step = async (next: number) => {
    if (await visit(next)) setListed(false);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its parts
    <form
      className={classes.search}
      role="search"
      data-visiting={visited !== null || undefined}
      onKeyDown={(event) => {
        goThroughFound(event);
        closeByEscape(onClose)(event);
      }}
      aria-label={t("headerSearch")}
      onSubmit={(event) => {
        event.preventDefault();
        void step(olderIndex);
      }}
    >
      <SearchField
        label={t("headerSearch")}
        value={search}
        busy={query.isLoading || query.isFetchingNextPage}
        focused
        onChange={(value) => {
          setSearch(value);
          setListed(true);
        }}
      />
      {/* Which of them is visited is announced with their number. */}
      <FoundCount count={q !== "" && index === null && query.data ? found.length : undefined} />
      {index !== null && (
        <span className={classes.position} role="status">
          {t("headerSearchAt", {
            index: formatNumber(index + 1),
            total: `${formatNumber(found.length)}${query.hasNextPage ? "+" : ""}`,
          })}
        </span>
      )}
      <SearchButton
        ref={older}
        className={classes.step}
        label={t("headerSearchOlder")}
        Icon={IconChevronUp}
        aria-disabled={olderIndex >= found.length && !query.hasNextPage}
        onClick={() => void step(olderIndex)}
      />
      <SearchButton
        className={classes.step}
        label={t("headerSearchNewer")}
        Icon={IconChevronDown}
        aria-disabled={newerIndex < 0}
        onClick={() => void step(newerIndex)}
      />
      <SearchButton label={t("headerSearchClose")} Icon={IconX} onClick={onClose} />
      {q !== "" && listed && (
        <FoundInChat
          query={query}
          found={found}
          q={q}
          onVisit={(next) => {
            void step(next);
            older.current?.focus();
          }}
        />
      )}
    </form>
  );
}

const foundIn = (pages: InfiniteData<MessageSearch> | undefined) =>
  pages?.pages.flatMap(({ data }) => data) ?? [];

/**
 * The results for these words, which of them is visited (its seq and its index), and where the steps from there lead. Both
 * are null before the first step. Where the visited one was deleted it has no index, and the steps lead to those around it.
 */
function useFoundSteps(chat: Chat, q: string) {
  const t = useTranslations("Site");
  const { goTo } = useConversation();
  const query = useInfiniteQuery({ ...messageSearchQuery(q, chat.id), enabled: q !== "" });
  const found = foundIn(query.data);
  const [at, setAt] = useState<{ q: string; seq: number } | null>(null);
  const visited = at?.q === q ? at.seq : null;
  const newer = visited === null ? 0 : found.filter(({ seq }) => seq > visited).length;
  const index = visited !== null && found[newer]?.seq === visited ? newer : null;
  const olderIndex = index === null ? newer : newer + 1;
  // The result that the last step asked for, since another step or other words may come before its page does.
  const wanted = useRef<number | null>(null);
  useEffect(() => () => void (wanted.current = null), [q]);
  /** Loads the next page where the result is beyond the loaded ones. Resolves to whether it is shown. */
  const visit = async (next: number): Promise<boolean> => {
    wanted.current = next;
    const message = found[next] ?? (next === found.length ? await loadNext() : undefined);
    if (!message || wanted.current !== next) return false;
    setAt({ q, seq: message.seq });
    goTo(message.seq);
    if (next >= found.length - 2 && query.hasNextPage) void query.fetchNextPage();
    return true;
  };
  /** Resolves to the first result of the next page. */
  const loadNext = async () => {
    if (!query.hasNextPage) return undefined;
    const { data, error } = await query.fetchNextPage({ cancelRefetch: false });
    if (error) showFailure(t("failure"), error.message);
    return foundIn(data)[found.length];
  };
  return { query, found, visited, index, olderIndex, newerIndex: newer - 1, visit };
}

interface SearchButtonProps extends Pick<
  ComponentProps<"button">,
  "ref" | "className" | "aria-disabled" | "onClick"
> {
  label: string;
  Icon: TablerIcon;
}

function SearchButton({ label, Icon, ...button }: SearchButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} {...button}>
      <Icon size={20} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  );
}

/** The arrow keys move from the field through the results below it, and back. */
function goThroughFound(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, nativeEvent } = event;
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  const places = [...currentTarget.querySelectorAll<HTMLElement>("input, ul button")];
  const at = places.findIndex((place) => place === target);
  if (!step || at < 0 || nativeEvent.isComposing) return;
  event.preventDefault();
  places[at + step]?.focus();
}

interface FoundInChatProps extends Pick<ReturnType<typeof useFoundSteps>, "query" | "found"> {
  q: string;
  onVisit: (index: number) => void;
}

/** The results in the chat, below the field. */
function FoundInChat({ query, found, q, onVisit }: FoundInChatProps) {
  const t = useTranslations("Messenger");
  const momentOf = useShortMoment();
  return (
    <div className={classes.found}>
      <NotLoaded query={query} skeleton={<RowsSkeleton rows={2} />} />
      {query.data && found.length === 0 && <p className={classes.nothing}>{t("nothingFound")}</p>}
      <ul className={classes.results} aria-label={t("headerSearchResults")}>
        {found.map(({ seq, author: { id, fullname, image }, text, created_at }, index) => (
          <li key={seq}>
            <button type="button" className={classes.result} onClick={() => onVisit(index)}>
              <PersonAvatar person={{ id, fullname, image }} size={36} />
              <span className={classes.text}>
                <span className={classes.author}>{fullname}</span>
                <span className={classes.excerpt}>
                  <MarkedText text={excerptOf(text, q)} q={q} />
                </span>
              </span>
              <time className={classes.moment} dateTime={created_at}>
                {momentOf(created_at)}
              </time>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore {...moreOf(query)} byButtonOnly />
    </div>
  );
}
