"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconBell, IconBellOff, IconX } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import classes from "#components/push/notification-invitation.module.css";
import { useHydrated } from "#lib/browser/use-hydrated.ts";
import { setSearchParams } from "#lib/browser/set-search-params.ts";
import { type Permission, subscribe } from "#lib/push/browser-push.ts";
import { useNotifications, usePermission } from "#lib/push/use-notifications.ts";

/** Offers notifications of messages while no page is open. Asks the browser only when pressed, and can be dismissed. */
export function NotificationInvitation() {
  const permission = usePermission();
  const { choice, turnOn, turnOff, putAway } = useNotifications();
  const [wanted, leave] = useWanted();
  const hydrated = useHydrated();
  if (!hydrated || permission === undefined || choice === undefined) return null;
  const hasChosen = choice === "push" || choice === "tabs";
  const isOn = permission === "granted" && hasChosen;
  // Also anew: some browsers take a permission away by themselves.
  const isWithdrawn = hasChosen && (permission === "default" || permission === "denied");
  const invites = isWithdrawn || (permission === "default" && choice === null);
  return (
    <>
      {isOn && choice === "push" && <NotificationSubscription />}
      {(invites || wanted || turnOn.isError) && (
        <Offer
          permission={permission}
          on={isOn ? choice : null}
          busy={turnOn.isPending || turnOff.isPending}
          failure={(turnOn.error ?? turnOff.error)?.message}
          onTurnOn={() => turnOn.mutate()}
          onTurnOff={() => turnOff.mutate()}
          onPutAway={() => {
            leave();
            if (invites) putAway();
          }}
        />
      )}
    </>
  );
}

interface OfferProps {
  permission: Permission;
  on: "push" | "tabs" | null;
  busy: boolean;
  failure: string | undefined;
  onTurnOn: () => void;
  onTurnOff: () => void;
  onPutAway: () => void;
}

function Offer({ permission, on, busy, failure, onTurnOn, onTurnOff, onPutAway }: OfferProps) {
  const t = useTranslations("Push");
  const can = permission === "default" || permission === "granted";
  const text = on ?? (can ? "offer" : permission);
  const Icon = can ? IconBell : IconBellOff;
  return (
    <section className={classes.root} aria-label={t("title")}>
      <Icon className={classes.icon} size={22} stroke={1.6} aria-hidden="true" />
      <div className={classes.said} role="status">
        <p className={classes.text}>{t(text)}</p>
        {failure && <p className={classes.failure}>{failure}</p>}
        {can && (
          <div className={classes.actions}>
            {on ? (
              <Button
                variant="default"
                className={classes.action}
                loading={busy}
                onClick={onTurnOff}
              >
                {t("turnOff")}
              </Button>
            ) : (
              <Button className={classes.action} loading={busy} onClick={onTurnOn}>
                {t("turnOn")}
              </Button>
            )}
          </div>
        )}
      </div>
      <ActionIcon aria-label={t("putAway")} onClick={onPutAway}>
        <IconX size={18} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </section>
  );
}

const parameter = "notifications";

/** Whether the address requests the invitation, as the link in the settings does. */
function useWanted(): [wanted: boolean, leave: () => void] {
  const [wanted, setWanted] = useState(
    () =>
      typeof window !== "undefined" && new URLSearchParams(window.location.search).has(parameter),
  );
  const leave = () => {
    setWanted(false);
    setSearchParams({ [parameter]: "" });
  };
  return [wanted, leave];
}

/** Sends the push subscription of this browser to the server: its address may have changed, and a new session has none. */
function NotificationSubscription() {
  const locale = useLocale();
  useEffect(() => {
    // The next visit retries.
    subscribe(locale).catch(() => undefined);
  }, [locale]);
  return null;
}
