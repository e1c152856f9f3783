"use client";

import { Button } from "@mantine/core";
import { IconUserSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/friends/friends-head.module.css";
import { FriendsTabs } from "#components/friends/friends-tabs.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { FriendBox } from "#lib/friends/queries.ts";
import { routes } from "#lib/routes.ts";

export function FriendsHead({ current }: { current: FriendBox }) {
  const t = useTranslations("Friends");
  return (
    <div className={classes.head}>
      <h1 className={classes.title}>{t("title")}</h1>
      <Button
        component={RouteLink}
        route={routes.findPeople()}
        variant="default"
        leftSection={<IconUserSearch size={18} stroke={1.8} aria-hidden="true" />}
      >
        {t("findPeople")}
      </Button>
      <div className={classes.tabs}>
        <FriendsTabs current={current} />
      </div>
    </div>
  );
}
