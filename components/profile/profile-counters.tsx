"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/profile/profile-counters.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { formatNumber } from "#lib/i18n/numbers.ts";
import type { Statistics } from "#lib/profile/schema.ts";
import { type Route, routes } from "#lib/routes.ts";

const counters = [
  { of: "friends", unit: "friendsUnit", ownRoute: routes.friends() },
  { of: "images", unit: "imagesUnit", ownRoute: routes.imagesSettings() },
  { of: "media", unit: "mediaUnit", ownRoute: routes.mediaSettings() },
  { of: "profile_views", unit: "viewsUnit", ownRoute: undefined },
] as const;

interface ProfileCountersProps {
  /** Null when they could not be loaded. */
  statistics: Statistics | null;
  /** The member's own counts link to their settings. */
  own?: boolean;
}

export function ProfileCounters({ statistics, own = false }: ProfileCountersProps) {
  const t = useTranslations("Profile");
  // A zero of another member, which may also be a hidden count, is not shown.
  const shown = own ? counters : counters.filter(({ of }) => statistics?.[of]);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.counters} aria-label={t("counters")}>
      {shown.map(({ of, unit, ownRoute }) => (
        <li key={of}>
          <Counter route={own ? ownRoute : undefined}>
            <b className={classes.number}>{statistics ? formatNumber(statistics[of]) : "–"}</b>{" "}
            {t(unit, { count: statistics?.[of] ?? 0 })}
          </Counter>
        </li>
      ))}
    </ul>
  );
}

function Counter({ route, children }: { route: Route | undefined; children: ReactNode }) {
  if (!route) return <span className={classes.counter}>{children}</span>;
  return (
    <RouteLink route={route} className={classes.counter}>
      {children}
    </RouteLink>
  );
}
