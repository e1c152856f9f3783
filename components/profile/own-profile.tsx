"use client";

import { Button } from "@mantine/core";
import { IconUserSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/profile/profile.module.css";
import { ProfileHeader } from "#components/profile/profile-header.tsx";
import { RouteLink } from "#components/ui/route-link.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { statisticsQuery } from "#lib/profile/queries.ts";
import { routes } from "#lib/routes.ts";

/** The page of the signed-in member. `children` are the sections of other features. */
export function OwnProfile({ children }: { children: ReactNode }) {
  const t = useTranslations("Profile");
  const locale = useLocale();
  const member = useMember();
  const statistics = useQuery(statisticsQuery(locale));
  return (
    <div className={classes.page}>
      <ProfileHeader
        person={{ ...member, online: true }}
        detail={member.email}
        friends={statistics.data?.friends ?? (statistics.isError ? null : undefined)}
        friendsRoute={routes.friends()}
        actions={
          <Button
            component={RouteLink}
            route={routes.findPeople()}
            variant="default"
            leftSection={<IconUserSearch size={18} stroke={1.8} aria-hidden />}
          >
            {t("findPeople")}
          </Button>
        }
      />
      {children}
    </div>
  );
}
