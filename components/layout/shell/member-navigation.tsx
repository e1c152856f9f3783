"use client";

import {
  IconHome,
  IconMessage,
  IconSchool,
  IconSettings,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/layout/shell/member-navigation.module.css";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useHydrated } from "#lib/browser/use-hydrated.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { type Route, routes } from "#lib/routes.ts";
import { useSurface } from "#lib/site/surface-context.tsx";

interface MemberCounts {
  /** Friendship requests that wait for the member. */
  pending: number;
  /** Unread messages of all chats. */
  unread: number;
}

export function MemberNavigation({
  counts,
  className,
}: {
  counts: MemberCounts;
  className?: string | undefined;
}) {
  const t = useTranslations("Layout");
  const isCurrent = useIsCurrent();
  const entries = [
    { name: t("today"), route: routes.home(), Icon: IconHome, count: 0, counted: "" },
    { name: t("profile"), route: routes.profile(), Icon: IconUser, count: 0, counted: "" },
    {
      name: t("friends"),
      route: routes.friends(),
      Icon: IconUsers,
      count: counts.pending,
      counted: t("pendingCount", { count: counts.pending }),
    },
    {
      name: t("messages"),
      route: routes.chats(),
      Icon: IconMessage,
      count: counts.unread,
      counted: t("unreadCount", { count: counts.unread }),
    },
    { name: t("myClasses"), route: routes.myClasses(), Icon: IconSchool, count: 0, counted: "" },
    { name: t("settings"), route: routes.settings(), Icon: IconSettings, count: 0, counted: "" },
  ];
  return (
    <nav
      aria-label={t("navigation")}
      className={[classes.root, className].filter(Boolean).join(" ")}
    >
      {entries.map(({ name, route, Icon, count, counted }) => (
        <RouteLink
          key={name}
          route={route}
          className={classes.entry}
          aria-current={isCurrent(route) ? "page" : undefined}
          data-place={route.surface === "profile" ? route.path : undefined}
        >
          <Icon size={20} stroke={1.6} aria-hidden="true" />
          <span className={classes.name}>{name}</span>
          <span className={classes.count}>
            <CountBadge count={count} label={counted} />
          </span>
        </RouteLink>
      ))}
    </nav>
  );
}

const classPage = /^\/objects\/\d+\/classes\//;

/**
 * The entry of the profile is current on the start page alone; friends and chats also on the pages below them, and that of
 * the classes on the page of any class, since it leads straight to the only one.
 */
function useIsCurrent(): (route: Route) => boolean {
  const surface = useSurface();
  const pathname = usePathname();
  const hydrated = useHydrated();
  return ({ surface: of, path }) => {
    if (!hydrated || of !== surface) return false;
    if (surface === "chat" || pathname === path) return true;
    if (path === routes.myClasses().path && classPage.test(pathname)) return true;
    return path !== "/" && pathname.startsWith(`${path}/`);
  };
}
