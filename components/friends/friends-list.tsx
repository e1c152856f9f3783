"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { FriendRows } from "#components/friends/friend-rows.tsx";
import { FriendsEmpty } from "#components/friends/friends-empty.tsx";
import classes from "#components/friends/friends-list.module.css";
import { Card } from "#components/ui/card.tsx";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { FoundCount } from "#components/ui/lists/found-count.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useAddressWords } from "#components/ui/forms/use-address-words.ts";
import { shortTypingPauseMs } from "#components/ui/forms/use-search-words.ts";
import type { Person } from "#lib/auth/schema.ts";
import { useRetryFriendCounts } from "#lib/friends/use-friend-counts.ts";
import { useFriends } from "#lib/friends/use-friends.ts";
import type { FriendBox } from "#lib/friends/queries.ts";

interface FriendsListProps {
  box: FriendBox;
  /** Buttons of other features for a friend. */
  renderActions?: (friend: Person) => ReactNode;
  /** Rows below the list, shown without a search. */
  below?: { isPending: boolean; rows: ReactNode } | undefined;
}

/** One list of the member with a search whose words the address holds. */
export function FriendsList({ box, renderActions, below }: FriendsListProps) {
  const t = useTranslations("Friends");
  const { q, words, setWords } = useAddressWords(shortTypingPauseMs);
  const shownBelow = words === "" && q === "" ? below : undefined;
  const { friends, retry } = useListed(box, q, shownBelow);
  const [decidedIn, setDecidedIn] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const { data, error, errorUpdateCount, isPlaceholderData } = friends.query;
  const isEmpty = friends.rows?.length === 0 && !friends.hasMore;

  return (
    <Card flush as="section" aria-label={t(`${box}Title`)}>
      {!(isEmpty && words === "") && (
        <div className={classes.search}>
          <SearchField
            label={t("search")}
            value={words}
            busy={friends.isSearching}
            onChange={setWords}
          />
        </div>
      )}
      <FoundCount count={q === "" || friends.isSearching ? undefined : friends.rows?.length} />
      <div ref={place} tabIndex={-1} className={classes.list}>
        <NotLoaded
          query={{ data, error, errorUpdateCount, isPlaceholderData, refetch: retry }}
          skeleton={<RowsSkeleton rows={6} />}
          waits={shownBelow?.isPending}
        />
        {isEmpty && !shownBelow?.rows && (
          <FriendsEmpty
            box={box}
            q={q}
            // A person was found, and has left the list by a decision of the member.
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
            q={q}
            busy={friends.isSearching}
            renderActions={renderActions}
            onDecided={() => {
              setDecidedIn(q);
              // The row is unmounted, and the focus in it would be lost.
              place.current?.focus();
            }}
          />
        )}
        <LoadMore
          {...moreOf(friends.query)}
          hasMore={friends.hasMore}
          byButtonOnly={Boolean(shownBelow?.rows)}
        />
        {friends.rows && shownBelow?.rows}
      </div>
    </Card>
  );
}

function useListed(box: FriendBox, q: string, below: FriendsListProps["below"]) {
  const listed = useFriends(box, q);
  const failure = useLoadFailure(listed.query);
  const retryCounts = useRetryFriendCounts();
  const retry = () => {
    void listed.query.refetch();
    retryCounts(); // the counts in the tabs may have failed for the same reason
  };
  // Both appear together: until the rows below are there, an empty list cannot say that there is nothing.
  const friends = failure || below?.isPending ? { ...listed, rows: undefined } : listed;
  return { friends, retry };
}
