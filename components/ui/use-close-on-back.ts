"use client";

import { useEffect, useEffectEvent } from "react";
import { addLayer } from "#lib/history-layers.ts";

/**
 * While `opened`, the browser's Back calls `onBack` instead of leaving the page. Menus, popovers, dialogs, sheets and the
 * viewer of pictures of components/ui have it: only what opens by other means calls it itself.
 */
export function useCloseOnBack(onBack: () => void, opened = true): void {
  const close = useEffectEvent(onBack);
  useEffect(() => (opened ? addLayer(() => close()) : undefined), [opened]);
}
