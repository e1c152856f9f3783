"use client";

import { Button, Loader, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import classes from "#components/messenger/older-loader.module.css";

export interface OlderMessages {
  more: boolean;
  loading: boolean;
  /** What happened to the last attempt; null: nothing bad. */
  failure: string | null;
  load: () => void;
}

/** Asks well before the top is reached, so that who scrolls steadily never meets it. */
const aheadPx = 1200;

/** The top of the loaded history. Takes the same room whether it waits, loads or has failed. */
export function OlderLoader({ older }: { older: OlderMessages }) {
  const t = useTranslations("Messenger");
  const top = useRef<HTMLDivElement>(null);
  const { load } = older;
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const waits = older.more && !older.loading && older.failure === null;
  useEffect(() => {
    if (!waits || !top.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { root: top.current.closest("section"), rootMargin: `${aheadPx}px 0px 0px` },
    );
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [waits]);

  if (!older.more) return null;
  return (
    <div ref={top} className={classes.root}>
      {older.failure === null ? (
        <>
          <Loader size={20} aria-hidden />
          <VisuallyHidden>{t("loading")}</VisuallyHidden>
        </>
      ) : (
        <>
          <span role="alert">{older.failure}</span>
          <Button variant="subtle" onClick={load}>
            {t("retry")}
          </Button>
        </>
      )}
    </div>
  );
}
