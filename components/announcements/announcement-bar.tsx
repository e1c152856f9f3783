"use client";

import { IconX } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import classes from "#components/announcements/announcement-bar.module.css";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { writeAnnouncementClosed } from "#lib/browser/cookies.ts";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";
import type { Announcement } from "#lib/config/schema.ts";

const timeoutMsMax = 2 ** 31 - 1;
/** Set by `/config.js` before anything is painted, for a member who has not closed the announcement. */
const mark = "data-announcement";

/**
 * What the operator says to all members (D-ANNOUNCED). Pages are built without it: until they are hydrated, the style paints
 * the text that `/config.js` has set, in the same place.
 */
export function AnnouncementBar() {
  const config = useRuntimeConfig();
  const { status } = useAuth();
  const [closed, setClosed] = useState(false);
  if (!config) return <div className={classes.root} data-waiting aria-hidden="true" />;
  const { announcement } = config;
  const isMarked = document.documentElement.hasAttribute(mark);
  if (!announcement || closed || !isMarked || status === "unauthenticated") return null;
  return (
    <Bar
      announcement={announcement}
      onEnd={() => {
        document.documentElement.removeAttribute(mark);
        setClosed(true);
      }}
    />
  );
}

function Bar({ announcement, onEnd }: { announcement: Announcement; onEnd: () => void }) {
  const t = useTranslations("Layout");
  const locale = useLocale();
  const { id, texts, ends_at } = announcement;
  useEffect(() => {
    const leftMs = Math.max(0, Date.parse(ends_at) - Date.now());
    const timer = setTimeout(onEnd, Math.min(leftMs, timeoutMsMax));
    return () => clearTimeout(timer);
  }, [ends_at, onEnd]);
  return (
    <aside className={classes.root} aria-label={t("announcement")}>
      <p className={classes.text}>{texts[locale] ?? Object.values(texts)[0]}</p>
      <LightButton
        variant="subtle"
        className={classes.close}
        aria-label={t("closeAnnouncement")}
        onClick={() => {
          writeAnnouncementClosed(id);
          document.getElementById("main")?.focus({ preventScroll: true }); // the pressed button is unmounted
          onEnd();
        }}
      >
        <IconX size={18} stroke={1.6} aria-hidden="true" />
      </LightButton>
    </aside>
  );
}
