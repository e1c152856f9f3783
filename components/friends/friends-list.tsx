"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { FriendRows } from "#components/friends/friend-rows.tsx";
import { FriendsEmpty } from "#components/friends/friends-empty.tsx";
import classes from "#components/friends/friends-list.module.css";
import { Card } from "#components/ui/card.tsx";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore } from "#components/ui/load-more.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useAddressWords } from "#components/ui/forms/use-address-words.ts";
import type { Person } from "#lib/auth/schema.ts";
import { useFriends } from "#lib/friends/friends-of-box.ts";
import type { FriendBox } from "#lib/friends/queries.ts";

const typingPauseMs = 150;

interface FriendsListProps {
  box: FriendBox;
  /** What other features let one do with a friend. */
  renderActions?: (friend: Person) => ReactNode;
}

/** One list of the member with a search within it, which the address keeps. */
export function FriendsList({ box, renderActions }: FriendsListProps) {
  const t = useTranslations("Friends");
  const { q, words, setWords } = useAddressWords(typingPauseMs);
  const friends = useFriends(box, q);
  const [decidedIn, setDecidedIn] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const isEmpty = friends.rows?.length === 0 && !friends.hasMore;

  return (
    <Card flush as="section" aria-label={t(`${box}Title`)}>
      {!(isEmpty && words === "") && (
        <div className={classes.search}>
          <SearchField
            label={t("search")}
            clearLabel={t("clearSearch")}
            value={words}
            busy={friends.isSearching}
            onChange={setWords}
          />
        </div>
      )}
      <div ref={place} tabIndex={-1} className={classes.list}>
        {friends.rows === undefined && friends.failure === null && <RowsSkeleton rows={6} />}
        {friends.rows === undefined && friends.failure !== null && (
          <ErrorState message={friends.failure} onRetry={friends.retry} />
        )}
        {isEmpty && (
          <FriendsEmpty
            box={box}
            q={q}
            // Somebody was found, and has left the list by what the member decided.
            isWorkedOff={decidedIn === q}
            onClear={() => {
              setWords("");
              place.current?.focus();
            }}
          />
        )}
        {friends.rows && friends.rows.length > 0 && (
          <FriendRows
            box={box}
            rows={friends.rows}
            busy={friends.isSearching}
            renderActions={renderActions}
            onDecided={() => {
              setDecidedIn(q);
              // The row goes, and the focus in it would be lost.
              place.current?.focus();
            }}
          />
        )}
        <LoadMore
          hasMore={friends.hasMore}
          loading={friends.isLoadingMore}
          failure={friends.moreFailure}
          label={t("showMore")}
          retryLabel={t("retry")}
          onMore={friends.more}
        />
      </div>
    </Card>
  );
}
