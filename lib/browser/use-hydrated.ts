"use client";

import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/**
 * False while prerendering and hydrating. Whatever depends on the address, cookies or the clock
 * renders after it turns true, or hydration would find other HTML than was built.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
