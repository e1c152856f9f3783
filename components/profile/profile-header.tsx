"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/profile/profile-header.module.css";
import { Card } from "#components/ui/card.tsx";
import { PersonAvatar } from "#components/ui/person-avatar.tsx";
import { RouteLink } from "#components/ui/route-link.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { formatNumber } from "#lib/format.ts";
import type { Route } from "#lib/routes.ts";

interface ProfileHeaderProps {
  person: Pick<Person, "id" | "fullname" | "image" | "online">;
  /** A line under the name. */
  detail: ReactNode;
  /** Undefined until it is known, null when it could not be learnt: its place is kept. */
  friends: number | undefined | null;
  /** Where the count of friends leads. */
  friendsRoute?: Route;
  actions?: ReactNode;
}

export function ProfileHeader({
  person,
  detail,
  friends,
  friendsRoute,
  actions,
}: ProfileHeaderProps) {
  const counter = <FriendsCounter count={friends} />;
  return (
    <Card as="section" className={classes.header} aria-label={person.fullname}>
      <PersonAvatar person={person} size={112} />
      <div className={classes.text}>
        <h1 className={classes.name} title={person.fullname}>
          {person.fullname}
        </h1>
        <p className={classes.detail}>{detail}</p>
        {friendsRoute ? (
          <RouteLink route={friendsRoute} className={classes.counter}>
            {counter}
          </RouteLink>
        ) : (
          <p className={classes.counter}>{counter}</p>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </Card>
  );
}

function FriendsCounter({ count }: { count: number | undefined | null }) {
  const t = useTranslations("Profile");
  if (count === undefined) return <span className={classes.unknown} />;
  return (
    <>
      <b className={classes.number}>{count === null ? "–" : formatNumber(count)}</b>{" "}
      {t("friendsUnit", { count: count ?? 0 })}
    </>
  );
}
