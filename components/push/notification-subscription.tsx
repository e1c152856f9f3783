"use client";

import { useLocale } from "next-intl";
import { useEffect } from "react";
import { subscribe } from "#lib/push/browser-push.ts";

/** Keeps the server told where this browser is reached: the address may have changed, and a new session has none. */
export function NotificationSubscription() {
  const locale = useLocale();
  useEffect(() => {
    // At the next visit again.
    subscribe(locale).catch(() => undefined);
  }, [locale]);
  return null;
}
