"use client";

import { useHydrated } from "#lib/browser/use-hydrated.ts";
import { type RuntimeConfig, runtimeConfigGlobal } from "#lib/config/schema.ts";

declare global {
  interface Window {
    [runtimeConfigGlobal]?: RuntimeConfig;
  }
}

/** Browser only. Throws when `/config.js` has not run, because no address can be made without it. */
export function getRuntimeConfig(): RuntimeConfig {
  const config = window[runtimeConfigGlobal];
  if (!config) throw new Error("No runtime config: /config.js did not load");
  return config;
}

/** Null while prerendering and hydrating, because pages are built without knowing their domain. */
export function useRuntimeConfig(): RuntimeConfig | null {
  return useHydrated() ? getRuntimeConfig() : null;
}
