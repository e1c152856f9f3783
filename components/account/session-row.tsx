"use client";

import { Button } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useNow, useTranslations } from "next-intl";
import classes from "#components/account/session-list.module.css";
import { deviceOf } from "#lib/account/device.ts";
import type { AccountSession } from "#lib/account/schema.ts";
import { timeAgo } from "#lib/account/time-ago.ts";
import { formatTime } from "#lib/i18n/format.ts";
import { formatDate } from "#lib/i18n/format-date.ts";

interface SessionRowProps {
  session: AccountSession;
  busy: boolean;
  onEnd: (id: number, device: string) => void;
}

const nowEveryMs = 10_000;

/** A device with the place and time of its last use. The current device has no button to sign out. */
export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const t = useTranslations("Settings");
  const { kind } = deviceOf(session.user_agent);
  const device = useDeviceName(session.user_agent);
  const Icon = kind === "phone" ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.row}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={22} stroke={1.6} />
      </span>
      <div className={classes.text}>
        <div className={classes.device}>
          {device} {session.current && <span className={classes.badge}>{t("thisDevice")}</span>}
        </div>
        <div className={classes.detail}>{t("ipAddress", { ip: session.ip })}</div>
        <div className={classes.detail}>
          <LastUsed session={session} />
        </div>
      </div>
      {!session.current && (
        <Button
          variant="default"
          disabled={busy}
          aria-label={t("endSessionOf", { device })}
          onClick={() => onEnd(session.id, device)}
        >
          {t("endSession")}
        </Button>
      )}
    </li>
  );
}

function LastUsed({ session: { current, last_used_at } }: { session: AccountSession }) {
  const t = useTranslations("Settings");
  const now = useNow({ updateInterval: nowEveryMs });
  if (current) return <>{t("activeNow")}</>;
  const { unit, count } = timeAgo(last_used_at, now);
  return (
    <>
      {t("lastUsed", { ago: t(unit, { count }) })} ·{" "}
      <time dateTime={last_used_at} className={classes.exact}>
        {formatDate(last_used_at)}, {formatTime(last_used_at)}
      </time>
    </>
  );
}

function useDeviceName(userAgent: string): string {
  const t = useTranslations("Settings");
  const { browser, system } = deviceOf(userAgent);
  if (browser === null && system === null) return t("deviceUnknown");
  return t("deviceOf", {
    browser: browser ?? t("browserUnknown"),
    system: system ?? t("systemUnknown"),
  });
}
