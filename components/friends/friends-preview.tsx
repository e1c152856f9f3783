"use client";

import { useTranslations } from "next-intl";
import { FriendsEmpty } from "#components/friends/friends-empty.tsx";
import classes from "#components/friends/friends-preview.module.css";
import { Card } from "#components/ui/card.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { PersonAvatar } from "#components/ui/person-avatar.tsx";
import { RouteLink } from "#components/ui/route-link.tsx";
import { useFriends } from "#lib/friends/friends-of-box.ts";
import type { FriendItem } from "#lib/friends/schema.ts";
import { routes } from "#lib/routes.ts";

/** Two lines of the grid at its widest, four at its narrowest. */
const shownMax = 12;

/** The first friends of the member, on their own page. */
export function FriendsPreview() {
  const t = useTranslations("Friends");
  const { rows, failure, retry } = useFriends("friends");
  return (
    <Card as="section" className={classes.preview} aria-labelledby="friends-preview">
      <div className={classes.head}>
        <h2 id="friends-preview" className={classes.title}>
          {t("title")}
        </h2>
        {rows && rows.length > 0 && (
          <RouteLink route={routes.friends()} className={classes.all}>
            {t("allFriends")}
          </RouteLink>
        )}
      </div>
      {rows === undefined && failure === null && <Skeleton label={t("loading")} />}
      {rows === undefined && failure !== null && <ErrorState message={failure} onRetry={retry} />}
      {rows?.length === 0 && <FriendsEmpty box="friends" q="" />}
      {rows && rows.length > 0 && <Faces rows={rows.slice(0, shownMax)} />}
    </Card>
  );
}

function Faces({ rows }: { rows: readonly FriendItem[] }) {
  return (
    <ul className={classes.faces}>
      {rows.map(({ id, friend }) => (
        <li key={id}>
          <RouteLink
            route={routes.member(id)}
            fetchedAhead="when pointed at"
            className={classes.link}
            title={friend.fullname}
          >
            <PersonAvatar person={friend} size={64} />
            <span className={classes.name}>{shortNameOf(friend)}</span>
          </RouteLink>
        </li>
      ))}
    </ul>
  );
}

/** Surname and name: neither has spaces in it (specification §5). */
function shortNameOf({ fullname }: FriendItem["friend"]): string {
  return fullname.split(" ", 2).join(" ");
}

function Skeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={classes.faces}>
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} className={classes.link}>
          <span className={classes.skeletonAvatar} />
          <span className={classes.skeletonName} />
        </span>
      ))}
    </div>
  );
}
