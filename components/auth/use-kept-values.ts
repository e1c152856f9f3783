"use client";

import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { type KeptValues, keepValues, takeValues } from "#lib/auth/kept-values.ts";
import { readLocale } from "#lib/browser/cookies.ts";

/** Carries values over to the page in the language that is being chosen; `adopt` gets them there, when there are any. */
export function useKeptValues(
  name: string,
  values: KeptValues,
  adopt: (values: KeptValues) => void,
): void {
  const locale = useLocale();
  const keep = useEffectEvent(() => {
    const next = readLocale();
    if (next !== null && next !== locale) keepValues(name, next, values);
  });
  const arrive = useEffectEvent(() => {
    const kept = takeValues(name, locale);
    if (Object.keys(kept).length > 0) adopt(kept);
  });
  useLayoutEffect(() => arrive(), []);
  useEffect(() => {
    const leave = () => keep();
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, []);
}
