"use client";

import { useSyncExternalStore } from "react";
import { type RuntimeConfig, runtimeConfigGlobal } from "#lib/config/schema.ts";

declare global {
  interface Window {
    [runtimeConfigGlobal]?: RuntimeConfig;
  }
}

/** Browser only. Throws when `/config.js` has not run: nothing can be addressed without it. */
export function getRuntimeConfig(): RuntimeConfig {
  const config = window[runtimeConfigGlobal];
  if (!config) throw new Error("No runtime config: /config.js did not load");
  return config;
}

/** Null while prerendering and hydrating: pages are built without knowing their domain. */
export function useRuntimeConfig(): RuntimeConfig | null {
  return useSyncExternalStore(subscribeToNothing, getRuntimeConfig, () => null);
}

const subscribeToNothing = () => () => undefined;
