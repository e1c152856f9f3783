"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FriendFaces, FriendFacesSkeleton } from "#components/friends/friend-faces.tsx";
import classes from "#components/friends/friends-preview.module.css";
import { Card } from "#components/ui/card.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/load-more.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { rowsOf } from "#lib/friends/friend-pages.ts";
import { memberFriendsQuery } from "#lib/friends/queries.ts";

interface MemberFriendsProps {
  memberId: number;
  /** How many are shown before "show more". */
  firstMax: number;
}

/** The friends of another member; nothing where there are none, or where the reader may not see them. */
export function MemberFriends({ memberId, firstMax }: MemberFriendsProps) {
  const t = useTranslations("Friends");
  const list = useInfiniteQuery(memberFriendsQuery(useLocale(), memberId));
  const [isOpen, setOpen] = useState(false);
  const rows = list.data && rowsOf(list.data.pages);
  if (rows?.length === 0) return null;
  const isMoreHidden = !isOpen && rows !== undefined && rows.length > firstMax;
  const more = () => {
    setOpen(true);
    if (!isMoreHidden) void list.fetchNextPage();
  };
  return (
    <Card as="section" className={classes.preview} aria-labelledby="friends-preview">
      <SectionHead id="friends-preview" title={t("title")} marginBottom={12} />
      <NotLoaded query={list} skeleton={<FriendFacesSkeleton />} />
      {rows && <FriendFaces rows={isOpen ? rows : rows.slice(0, firstMax)} />}
      <LoadMore
        {...moreOf(list)}
        hasMore={isMoreHidden || list.hasNextPage}
        byButtonOnly
        onMore={more}
      />
    </Card>
  );
}
