"use client";

import { useEffect, useEffectEvent } from "react";
import { addLayer } from "#lib/browser/history-layers.ts";

/**
 * While `opened`, the browser's Back calls `onBack` instead of leaving the page. Menus, popovers, dialogs, sheets and the
 * viewer of pictures of components/ui have it: only what opens by other means calls it itself.
 * `isPart`: it leaves part of the page in sight, and on a phone notices lie below it.
 */
export function useCloseOnBack(
  onBack: () => void,
  opened = true,
  { isPart = false }: { isPart?: boolean } = {},
): void {
  const close = useEffectEvent(onBack);
  useEffect(() => (opened ? addLayer(() => close(), { isPart }) : undefined), [opened, isPart]);
}
