"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import classes from "#components/messenger/conversation/conversation-header.module.css";
import { useShortMoment } from "#components/messenger/history/day-label.ts";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/load-more.tsx";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { excerptOf } from "#lib/messenger/text/excerpt.ts";
import type { MessageSearch } from "#lib/messenger/contract/search-schema.ts";

interface FoundInChatProps {
  query: UseInfiniteQueryResult<InfiniteData<MessageSearch>>;
  q: string;
  onVisit: (index: number) => void;
}

/** What was found in the chat, below the field. */
export function FoundInChat({ query, q, onVisit }: FoundInChatProps) {
  const t = useTranslations("Messenger");
  const momentOf = useShortMoment();
  const found = query.data?.pages.flatMap(({ data }) => data);
  return (
    <div className={classes.found}>
      <NotLoaded query={query} skeleton={<RowsSkeleton rows={2} />} />
      {found?.length === 0 && (
        <p className={classes.nothing} role="status">
          {t("nothingFound")}
        </p>
      )}
      <ul className={classes.results} aria-label={t("headerSearchResults")}>
        {found?.map(({ seq, author: { id, fullname, image }, text, created_at }, index) => (
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
