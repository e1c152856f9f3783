"use client";

import { Button } from "@mantine/core";
import { IconBell, IconBellOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "#components/push/notification-setting.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { FailureAlert } from "#components/ui/failure-alert.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { tokenDays } from "#lib/browser/cookies.ts";
import { pushStateQuery } from "#lib/push/queries.ts";
import { useNotifications } from "#lib/push/use-notifications.ts";
import { routes } from "#lib/routes.ts";

/**
 * Whether this browser shows notifications of messages. The messenger turns them on, because notifications belong to
 * the surface that they open, and a browser asks for permission for each surface.
 */
export function NotificationSetting() {
  const t = useTranslations("Push");
  const { choice, turnOff } = useNotifications();
  const { data: state } = useQuery(pushStateQuery(useLocale()));
  const on = choice === "tabs" || (choice === "push" && state?.endpoint !== null) ? choice : null;
  const Icon = on ? IconBell : IconBellOff;
  return (
    <SettingsCard title={t("title")} lead={t("lead", { days: tokenDays })}>
      <div className={classes.root}>
        <p className={classes.state} role="status">
          <Icon size={22} stroke={1.6} aria-hidden="true" />
          {t(on ?? "isOff")}
        </p>
        {turnOff.error && <FailureAlert title={t("title")} text={turnOff.error.message} />}
        {on ? (
          <Button variant="default" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
            {t("turnOff")}
          </Button>
        ) : (
          <Button component={RouteLink} route={routes.turnOnNotifications()}>
            {t("turnOnInMessenger")}
          </Button>
        )}
      </div>
    </SettingsCard>
  );
}
