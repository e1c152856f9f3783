"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toastLimits } from "#components/layout/interface-constants.ts";
import classes from "#components/ui/toasts/toaster-on-demand.module.css";
import { fetchToaster, showSuccess, toasts } from "#components/ui/toasts/toasts.ts";
import { takeArrivalToast } from "#lib/browser/cookies.ts";
import { useStore } from "#lib/browser/store.ts";

export function ToasterOnDemand() {
  const t = useTranslations("Site");
  const { Toaster, plain } = useStore(toasts);
  useEffect(() => {
    // Fetched with the first input, because the first toast may say that the server is unreachable.
    const fetchAhead = () => void fetchToaster().catch(() => null);
    const firstInput = new AbortController();
    for (const sign of ["pointerdown", "keydown"])
      window.addEventListener(sign, fetchAhead, { once: true, signal: firstInput.signal });
    return () => firstInput.abort();
  }, []);
  useEffect(() => {
    const toast = takeArrivalToast();
    if (toast) showSuccess(t("success"), toast);
  }, [t]);
  return (
    <>
      {Toaster && <Toaster />}
      {plain.length > 0 && (
        <div className={classes.place}>
          {plain.slice(0, toastLimits.limit).map(({ id, title, message }) => (
            <p key={id} role="alert" className={classes.plain}>
              <b>{title}</b> {message}
            </p>
          ))}
        </div>
      )}
    </>
  );
}
