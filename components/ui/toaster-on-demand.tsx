"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { fetchToasts, showSuccess, toasterDemand } from "#components/ui/toasts.ts";
import { takeArrivalNotice } from "#lib/cookies.ts";

const load = async () => (await import("#components/ui/toaster.tsx")).Toaster;
// A notice that cannot be shown must not take the page with it.
const Toaster = lazy(async () => ({ default: await load().catch(() => Nothing) }));

export function ToasterOnDemand() {
  const t = useTranslations("Site");
  const wanted = useSyncExternalStore(toasterDemand.subscribe, toasterDemand.isWanted, () => false);
  useEffect(() => {
    // Fetched with the first sign of life: the first notice may be that the server is away.
    const fetchAhead = () => void Promise.all([load(), fetchToasts()]).catch(() => null);
    const firstly = new AbortController();
    for (const sign of ["pointerdown", "keydown"])
      window.addEventListener(sign, fetchAhead, { once: true, signal: firstly.signal });
    return () => firstly.abort();
  }, []);
  useEffect(() => {
    const notice = takeArrivalNotice();
    if (notice) showSuccess(t("success"), notice);
  }, [t]);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}

function Nothing() {
  return null;
}
