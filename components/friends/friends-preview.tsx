"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FriendsEmpty } from "#components/friends/friends-empty.tsx";
import classes from "#components/friends/friends-preview.module.css";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { rowsOf } from "#lib/friends/friend-pages.ts";
import { useFriends } from "#lib/friends/use-friends.ts";
import { memberFriendsQuery } from "#lib/friends/queries.ts";
import type { FriendItem } from "#lib/friends/schema.ts";
import { routes } from "#lib/routes.ts";

/** Two lines of the grid at its widest, four at its narrowest. */
const shownMax = 12;

interface FriendsPreviewProps {
  /** Null for the signed-in member's own. */
  memberId: number | null;
}

/** The first friends of a member, on their page. */
export function FriendsPreview({ memberId }: FriendsPreviewProps) {
  return memberId === null ? <OwnFriends /> : <MemberFriends memberId={memberId} />;
}

function OwnFriends() {
  const t = useTranslations("Friends");
  const { rows, query } = useFriends("friends");
  return (
    <Card as="section" className={classes.preview} aria-labelledby="friends-preview">
      <SectionHead
        id="friends-preview"
        title={t("title")}
        marginBottom={12}
        all={rows?.length ? { route: routes.friends(), label: t("allFriends") } : null}
      />
      <NotLoaded query={query} skeleton={<FriendFacesSkeleton />} />
      {rows?.length === 0 && <FriendsEmpty box="friends" q="" />}
      {rows && rows.length > 0 && <FriendFaces rows={rows.slice(0, shownMax)} />}
    </Card>
  );
}

/** The friends of another member; nothing where there are none, or where the reader may not see them. */
function MemberFriends({ memberId }: { memberId: number }) {
  const t = useTranslations("Friends");
  const list = useInfiniteQuery(memberFriendsQuery(useLocale(), memberId));
  const [isOpen, setOpen] = useState(false);
  const rows = list.data && rowsOf(list.data.pages);
  if (rows?.length === 0) return null;
  const isMoreHidden = !isOpen && rows !== undefined && rows.length > shownMax;
  const more = () => {
    setOpen(true);
    if (!isMoreHidden) void list.fetchNextPage();
  };
  return (
    <Card as="section" className={classes.preview} aria-labelledby="friends-preview">
      <SectionHead id="friends-preview" title={t("title")} marginBottom={12} />
      <NotLoaded query={list} skeleton={<FriendFacesSkeleton />} />
      {rows && <FriendFaces rows={isOpen ? rows : rows.slice(0, shownMax)} />}
      <LoadMore
        {...moreOf(list)}
        hasMore={isMoreHidden || list.hasNextPage}
        byButtonOnly
        onMore={more}
      />
    </Card>
  );
}

function FriendFaces({ rows }: { rows: readonly FriendItem[] }) {
  return (
    <ul className={classes.faces}>
      {rows.map(({ id, friend }) => (
        <li key={id}>
          <RouteLink route={routes.member(id)} className={classes.link} title={friend.fullname}>
            <PersonAvatar person={friend} size={64} />
            <span className={classes.name}>{surnameAndNameOf(friend)}</span>
          </RouteLink>
        </li>
      ))}
    </ul>
  );
}

/** Neither has spaces in it (S-FIELDS). */
function surnameAndNameOf({ fullname }: FriendItem["friend"]): string {
  return fullname.split(" ", 2).join(" ");
}

function FriendFacesSkeleton() {
  const t = useTranslations("Friends");
  return (
    <div role="status" aria-label={t("loading")} className={classes.faces}>
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} className={classes.link}>
          <span className={classes.skeletonAvatar} />
          <span className={classes.skeletonName} />
        </span>
      ))}
    </div>
  );
}
