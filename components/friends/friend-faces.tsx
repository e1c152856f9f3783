import { useTranslations } from "next-intl";
import classes from "#components/friends/friends-preview.module.css";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { FriendItem } from "#lib/friends/schema.ts";
import { routes } from "#lib/routes.ts";

export function FriendFaces({ rows }: { rows: readonly FriendItem[] }) {
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

/** Surname and name: neither has spaces in it (S-FIELDS). */
function shortNameOf({ fullname }: FriendItem["friend"]): string {
  return fullname.split(" ", 2).join(" ");
}

export function FriendFacesSkeleton() {
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
