"use client";

import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { type CarriedValues, carryOverValues, takeValues } from "#lib/auth/carried-values.ts";
import { readLocale } from "#lib/browser/cookies.ts";

/** Carries values over to the page in the newly chosen language, where `adopt` receives them if there are any. */
export function useCarriedValues(
  name: string,
  values: CarriedValues,
  adopt: (values: CarriedValues) => void,
): void {
  const locale = useLocale();
  const carryOver = useEffectEvent(() => {
    const next = readLocale();
    if (next !== null && next !== locale) carryOverValues(name, next, values);
  });
  const arrive = useEffectEvent(() => {
    const carried = takeValues(name, locale);
    if (Object.keys(carried).length > 0) adopt(carried);
  });
  useLayoutEffect(() => arrive(), []);
  useEffect(() => {
    const leave = () => carryOver();
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, []);
}
