"use client";

import { useTranslations } from "next-intl";
import classes from "#components/messenger/conversation/conversation-skeleton.module.css";

/** Widths in percent; a negative one stands on the right. */
const widths = [46, -38, -52, 34, 58, -30];

/** A skeleton of bubbles, at the end where the newest messages will be. */
export function ConversationSkeleton() {
  const t = useTranslations("Messenger");
  return (
    <div role="status" aria-label={t("loading")} className={classes.root}>
      {widths.map((width, index) => (
        <span
          key={index}
          className={classes.bubble}
          data-own={width < 0}
          style={{ width: `${Math.abs(width)}%` }}
        />
      ))}
    </div>
  );
}
