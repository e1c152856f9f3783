"use client";

import { Button } from "@mantine/core";
import { IconCamera, IconPencil } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProfileCounters } from "#components/profile/profile-counters.tsx";
import { HeaderLine, ProfileHeader } from "#components/profile/profile-header.tsx";
import classes from "#components/profile/profile.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { Statistics } from "#lib/profile/schema.ts";
import { routes } from "#lib/routes.ts";

interface OwnHeaderProps {
  fullname: string;
  picture: ReactNode;
  /** Where the member studied and works. */
  places: ReactNode;
  /** Null when they could not be loaded. */
  statistics: Statistics | null;
}

export function OwnHeader({ fullname, picture, places, statistics }: OwnHeaderProps) {
  const t = useTranslations("Profile");
  return (
    <ProfileHeader
      fullname={fullname}
      picture={
        <>
          {picture}
          <RouteLink
            route={routes.imagesSettings()}
            className={classes.camera}
            aria-label={t("changePhoto")}
            title={t("changePhoto")}
          >
            <IconCamera size={20} stroke={1.7} aria-hidden="true" />
          </RouteLink>
        </>
      }
      actionsStand="beside"
      counters={<ProfileCounters statistics={statistics} own />}
      actions={
        <Button
          component={RouteLink}
          route={routes.settings()}
          variant="default"
          leftSection={<IconPencil size={18} stroke={1.8} aria-hidden="true" />}
        >
          {t("edit")}
        </Button>
      }
    >
      {places && <HeaderLine>{places}</HeaderLine>}
    </ProfileHeader>
  );
}
