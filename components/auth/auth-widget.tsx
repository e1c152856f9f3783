"use client";

import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import { IconLogout, IconMessage, IconSettings, IconUser } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/auth/auth-widget.module.css";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { RouteLink, useGoTo } from "#components/ui/controls/route-link.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import type { User } from "#lib/auth/schema.ts";
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
  /** The language switcher beside the links of a visitor, who has no menu. */
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

const avatarSizePx = 36;

function AvatarMenu({ user, items }: { user: User; items: ReactNode }) {
  const t = useTranslations("Auth");
  const { signOut } = useAuth();
  const goTo = useGoTo();
  const leave = async () => {
    await signOut();
    goTo(routes.login());
  };
  return (
    <Menu position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={t("account", { name: user.fullname })}
        >
          <PersonAvatar person={user} size={avatarSizePx} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.who}>
          <span className={classes.name}>{user.fullname}</span>
          <span className={classes.email}>{user.email}</span>
        </Menu.Label>
        <Menu.Item
          component={RouteLink}
          route={routes.profile()}
          leftSection={<IconUser size={18} stroke={1.6} aria-hidden="true" />}
        >
          {t("profile")}
        </Menu.Item>
        <Menu.Item
          component={RouteLink}
          route={routes.settings()}
          leftSection={<IconSettings size={18} stroke={1.6} aria-hidden="true" />}
        >
          {t("settings")}
        </Menu.Item>
        {items}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => void leave()}
        >
          {t("signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
