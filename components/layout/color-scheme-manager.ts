import { isMantineColorScheme, type MantineColorSchemeManager } from "@mantine/core";
import { onSchemeChosen } from "#components/layout/color-scheme/color-scheme.ts";
import { clearColorScheme, readColorScheme, writeColorScheme } from "#lib/browser/cookies.ts";

/**
 * Remembers the chosen scheme in a cookie of the parent domain, so that every surface follows it.
 * `/config.js` applies it before the first paint.
 */
export function cookieColorSchemeManager(): MantineColorSchemeManager {
  let stop = (): void => undefined;
  return {
    get: (fallback) => (typeof document === "undefined" ? fallback : chosen(fallback)),
    set: writeColorScheme,
    subscribe: (onUpdate) => {
      // Another surface may have changed it in the meantime.
      const look = () => document.visibilityState === "visible" && onUpdate(chosen("auto"));
      document.addEventListener("visibilitychange", look);
      const stopFollowing = onSchemeChosen(onUpdate);
      stop = () => {
        stopFollowing();
        document.removeEventListener("visibilitychange", look);
      };
    },
    unsubscribe: () => stop(),
    clear: clearColorScheme,
  };
}

function chosen(fallback: "auto" | "light" | "dark") {
  const scheme = readColorScheme();
  return isMantineColorScheme(scheme) ? scheme : fallback;
}
