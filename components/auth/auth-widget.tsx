"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/auth/auth-widget.module.css";
import { AvatarMenu } from "#components/auth/avatar-menu.tsx";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { usePathname } from "#lib/i18n/navigation.ts";
import { routes } from "#lib/routes.ts";
import { useSurface } from "#lib/site/surface-context.tsx";

interface AuthWidgetProps {
  /** Unread messages of all chats. */
  unread: number;
  /** The bell of friendship requests. */
  bell: ReactNode;
  /** Further entries of the avatar menu. */
  menuItems: ReactNode;
  /** Beside the links of a visitor, who has no menu. */
  visitorActions?: ReactNode;
}

/** Right side of the header: the way in for visitors, chats, requests and account for members (S-HEADER). */
export function AuthWidget({ unread, bell, menuItems, visitorActions }: AuthWidgetProps) {
  const auth = useAuth();
  if (auth.status === "undetermined")
    return <div className={classes.undetermined} aria-hidden="true" />;
  if (auth.status === "unauthenticated") return <VisitorLinks>{visitorActions}</VisitorLinks>;
  return (
    <div className={classes.root}>
      {auth.user.verified && (
        <>
          <ChatButton unread={unread} />
          {bell}
        </>
      )}
      <AvatarMenu user={auth.user} items={menuItems} />
    </div>
  );
}

function VisitorLinks({ children }: { children: ReactNode }) {
  const t = useTranslations("Auth");
  const surface = useSurface();
  const path = usePathname();
  // The home page needs no return after the login.
  const here = surface && surface !== "site" ? { surface, path } : null;
  return (
    <div className={classes.root}>
      {children}
      <Button
        component={RouteLink}
        route={routes.login(here)}
        variant="default"
        className={classes.signIn}
      >
        {t("signIn")}
      </Button>
      <Button component={RouteLink} route={routes.signup(here)} className={classes.signUp}>
        {t("signUp")}
      </Button>
    </div>
  );
}

function ChatButton({ unread }: { unread: number }) {
  const t = useTranslations();
  const counted = unread > 0 ? `, ${t("Layout.unreadCount", { count: unread })}` : "";
  return (
    <ActionIcon
      component={RouteLink}
      route={routes.chats()}
      className={classes.chat}
      aria-label={`${t("Auth.messages")}${counted}`}
    >
      <IconMessage size={22} stroke={1.6} aria-hidden="true" />
      <span className={classes.count} aria-hidden="true">
        <CountBadge count={unread} />
      </span>
    </ActionIcon>
  );
}
