"use client";

import { useEffect } from "react";
import { registerServiceWorker } from "#lib/browser/service-worker.ts";

/** Installs the service worker when the page has nothing more urgent to do; while developing files change too often. */
export function ServiceWorker() {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production") return;
    const register = () => {
      // Without one (private windows refuse it) everything works that works on a network.
      registerServiceWorker().catch(() => undefined);
    };
    if (document.readyState === "complete") register();
    else window.addEventListener("load", register, { once: true });
    return () => window.removeEventListener("load", register);
  }, []);
  return null;
}
