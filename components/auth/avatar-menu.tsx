"use client";

import { UnstyledButton } from "@mantine/core";
import { IconLogout, IconSettings, IconUser } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/auth/avatar-menu.module.css";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { RouteLink, useGoTo } from "#components/ui/controls/route-link.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import type { User } from "#lib/auth/schema.ts";
import { routes } from "#lib/routes.ts";

const avatarSizePx = 36;

export function AvatarMenu({ user, items }: { user: User; items: ReactNode }) {
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
