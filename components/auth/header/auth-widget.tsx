"use client";

import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconLogout, IconMessage, IconSchool, IconSettings, IconUser } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/auth/header/auth-widget.module.css";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { RouteLink, useGoTo } from "#components/ui/controls/route-link.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import type { User } from "#lib/auth/schema.ts";
import { routes } from "#lib/routes.ts";

interface AuthWidgetProps {
  user: User;
  /** Unread messages of all chats. */
  unread: number;
  /** The bell of friendship requests. */
  bell: ReactNode;
  /** Further entries of the avatar menu. */
  menuItems: ReactNode;
}

/** Right side of the header for a member: chats, requests and account (S-HEADER). */
export function AuthWidget({ user, unread, bell, menuItems }: AuthWidgetProps) {
  return (
    <div className={classes.root}>
      {user.verified && (
        <>
          <ChatButton unread={unread} />
          {bell}
        </>
      )}
      <AvatarMenu user={user} items={menuItems} />
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
  const t = useTranslations();
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
          aria-label={t("Auth.account", { name: user.fullname })}
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
          {t("Auth.profile")}
        </Menu.Item>
        {user.verified && (
          <Menu.Item
            component={RouteLink}
            route={routes.myClasses()}
            leftSection={<IconSchool size={18} stroke={1.6} aria-hidden="true" />}
          >
            {t("Layout.myClasses")}
          </Menu.Item>
        )}
        <Menu.Item
          component={RouteLink}
          route={routes.settings()}
          leftSection={<IconSettings size={18} stroke={1.6} aria-hidden="true" />}
        >
          {t("Auth.settings")}
        </Menu.Item>
        {items}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => void leave()}
        >
          {t("Auth.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
