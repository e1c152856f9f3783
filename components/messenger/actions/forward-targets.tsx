"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "#components/messenger/actions/forward-dialog.module.css";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { FoundCount } from "#components/ui/lists/found-count.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { picturedChat } from "#components/ui/people/pictured-chat.ts";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { PersonAvatar, type PicturedPerson } from "#components/ui/people/person-avatar.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import { peopleOf } from "#lib/members/newest-rows.ts";
import { chatsOf } from "#lib/messenger/cache/chat-list.ts";
import type { ForwardTarget } from "#lib/messenger/outbox/use-forward-messages.ts";
import { chatsQuery } from "#lib/messenger/cache/queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { friendsNamedQuery } from "#lib/messenger/cache/search-queries.ts";

interface ForwardTargetsProps {
  chosen: ReadonlyMap<string, ForwardTarget>;
  onToggle: (key: string, target: ForwardTarget) => void;
}

/** The member's chats, newest first, then the friends without a chat. */
export function ForwardTargets({ chosen, onToggle }: ForwardTargetsProps) {
  const t = useTranslations("Forward");
  const { search, setSearch, q: wanted } = useSearchWords();
  const chats = useInfiniteQuery({ ...chatsQuery(wanted), placeholderData: keepPreviousData });
  const failure = useLoadFailure(chats);
  const listed = failure ? undefined : chats.data && chatsOf(chats.data);
  const areChatsAll = !chats.hasNextPage;
  const { friends, query: friendsQuery } = useFriends(wanted, listed ?? [], areChatsAll);
  const areFriendsKnown = friendsQuery.data !== undefined && !friendsQuery.isPlaceholderData;
  const isKnown = listed && !chats.isFetching && (areFriendsKnown || !areChatsAll);
  const rest = areChatsAll ? friendsQuery : chats;
  const row = (key: string, person: PicturedPerson, target: ForwardTarget) => (
    <TargetRow
      key={key}
      person={person}
      q={wanted}
      chosen={chosen.has(key)}
      onToggle={() => onToggle(key, target)}
    />
  );
  return (
    <>
      <div className={classes.search}>
        <SearchField label={t("search")} value={search} focused onChange={setSearch} />
      </div>
      <FoundCount count={wanted !== "" && isKnown ? listed.length + friends.length : undefined} />
      <div className={classes.list}>
        <NotLoaded query={chats} skeleton={<RowsSkeleton rows={5} />} />
        <ul className={classes.rows} aria-label={t("targets")} aria-busy={chats.isPlaceholderData}>
          {listed?.map((chat) =>
            row(`chat ${chat.id}`, picturedChat(chat), { kind: "chat", chat }),
          )}
          {friends.map((friend) => row(`friend ${friend.id}`, friend, { kind: "friend", friend }))}
        </ul>
        {listed && areChatsAll && (
          <NotLoaded query={friendsQuery} skeleton={<RowsSkeleton rows={2} />} />
        )}
        {isKnown && listed.length + friends.length === 0 && !rest.hasNextPage && (
          <p className={classes.nothing}>{t("nothingFound")}</p>
        )}
        <LoadMore {...moreOf(rest)} />
      </div>
    </>
  );
}

/** Loads the friends without a chat, once every chat is loaded: before that it is unknown which friends have none. */
function useFriends(search: string, chats: readonly Chat[], wanted: boolean) {
  const query = useInfiniteQuery({
    ...friendsNamedQuery(useLocale(), search),
    placeholderData: keepPreviousData,
    enabled: wanted,
  });
  const failure = useLoadFailure(query);
  const known = new Set(chats.map(({ peer }) => peer?.id));
  const friends = peopleOf(query.data?.pages ?? []);
  return { friends: wanted && !failure ? friends.filter(({ id }) => !known.has(id)) : [], query };
}

interface TargetRowProps {
  person: PicturedPerson;
  q: string;
  chosen: boolean;
  onToggle: () => void;
}

function TargetRow({ person, q, chosen, onToggle }: TargetRowProps) {
  return (
    <li>
      <label className={classes.row}>
        <PersonAvatar person={person} size={40} />
        <span className={classes.name}>
          <MarkedText text={person.fullname} q={q} />
        </span>
        <input
          type="checkbox"
          className={classes.box}
          aria-label={person.fullname}
          checked={chosen}
          onChange={onToggle}
        />
      </label>
    </li>
  );
}
