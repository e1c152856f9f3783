"use client";

import { useTranslations } from "next-intl";
import { FriendFaces, FriendFacesSkeleton } from "#components/friends/friend-faces.tsx";
import { FriendsEmpty } from "#components/friends/friends-empty.tsx";
import classes from "#components/friends/friends-preview.module.css";
import { MemberFriends } from "#components/friends/member-friends.tsx";
import { Card } from "#components/ui/card.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { useFriends } from "#lib/friends/friends-of-box.ts";
import { routes } from "#lib/routes.ts";

/** Two lines of the grid at its widest, four at its narrowest. */
const shownMax = 12;

interface FriendsPreviewProps {
  /** Null for the signed-in member's own. */
  memberId: number | null;
}

/** The first friends of a member, on their page. */
export function FriendsPreview({ memberId }: FriendsPreviewProps) {
  return memberId === null ? (
    <OwnFriends />
  ) : (
    <MemberFriends memberId={memberId} firstMax={shownMax} />
  );
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
