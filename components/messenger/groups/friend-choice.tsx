"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/messenger/groups/friend-choice.module.css";
import { EmptyState, NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { FoundCount } from "#components/ui/lists/found-count.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import type { Person } from "#lib/auth/schema.ts";
import { peopleOf } from "#lib/members/newest-rows.ts";
import { friendsNamedQuery } from "#lib/messenger/cache/search-queries.ts";
import { routes } from "#lib/routes.ts";

interface FriendChoiceProps {
  /** The ids of the chosen friends; null if only one can be chosen, which ends the step. */
  chosen: ReadonlySet<number> | null;
  onChoose: (person: Person) => void;
  /** Friends who are in the group already. */
  without?: ReadonlySet<number>;
  /** Rendered between the search and the friends. */
  children?: ReactNode;
}

/** The member's friends, to choose one or several of them. */
export function FriendChoice({ chosen, onChoose, without, children }: FriendChoiceProps) {
  const t = useTranslations("Messenger");
  const { search, setSearch, q } = useSearchWords();
  const query = useInfiniteQuery({
    ...friendsNamedQuery(useLocale(), q),
    placeholderData: keepPreviousData,
  });
  const failure = useLoadFailure(query);
  const all = failure ? undefined : query.data && peopleOf(query.data.pages);
  const friends = all?.filter(({ id }) => !without?.has(id));
  return (
    <>
      <div className={classes.search}>
        <SearchField label={t("newChatSearch")} value={search} focused onChange={setSearch} />
      </div>
      {children}
      <FoundCount count={q === "" || query.isPlaceholderData ? undefined : friends?.length} />
      <div className={classes.scroll}>
        <NotLoaded query={query} skeleton={<RowsSkeleton rows={5} />} />
        {friends?.length === 0 && !query.hasNextPage && (
          <NoFriends reason={q !== "" ? "search" : all?.length === 0 ? "none" : "all in"} />
        )}
        <ul className={classes.rows} aria-label={t("newChatFriends")}>
          {friends?.map((person) => (
            <li key={person.id}>
              <FriendRow
                person={person}
                q={q}
                chosen={chosen?.has(person.id) ?? null}
                onChoose={() => onChoose(person)}
              />
            </li>
          ))}
        </ul>
        <LoadMore {...moreOf(query)} />
      </div>
    </>
  );
}

interface FriendRowProps {
  person: Person;
  q: string;
  chosen: boolean | null;
  onChoose: () => void;
}

function FriendRow({ person, q, chosen, onChoose }: FriendRowProps) {
  const choice = chosen === null ? {} : ({ role: "checkbox", "aria-checked": chosen } as const);
  return (
    <button type="button" className={classes.row} onClick={onChoose} {...choice}>
      <PersonAvatar person={person} size={44} />
      <span className={classes.text}>
        <span className={classes.name}>
          <MarkedText text={person.fullname} q={q} />
        </span>
        <span className={classes.detail}>
          <PresenceText person={person} />
        </span>
      </span>
      {chosen !== null && (
        <span className={classes.box} data-checked={chosen} aria-hidden="true">
          {chosen && <IconCheck size={16} stroke={2.4} />}
        </span>
      )}
    </button>
  );
}

function NoFriends({ reason }: { reason: "none" | "search" | "all in" }) {
  const t = useTranslations("Messenger");
  const titles = {
    none: t("newChatNoFriends"),
    search: t("newChatNobody"),
    "all in": t("groupFriendsAllIn"),
  };
  return (
    <EmptyState
      Icon={IconUsers}
      title={titles[reason]}
      action={
        reason === "none" && (
          <Button component={RouteLink} route={routes.findPeople()}>
            {t("findPeople")}
          </Button>
        )
      }
    />
  );
}
