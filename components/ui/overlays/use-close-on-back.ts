"use client";

import { useEffect, useEffectEvent } from "react";
import { addLayer } from "#lib/browser/history-layers.ts";

/**
 * While `opened`, the browser's Back calls `onBack` instead of leaving the page. The menus, popovers, dialogs, sheets
 * and the viewer of components/ui call this hook themselves; any other layer must call it. `isPart`: the layer covers
 * only a part of the page, so on a phone toasts lie below it.
 */
export function useCloseOnBack(
  onBack: () => void,
  opened = true,
  { isPart = false }: { isPart?: boolean } = {},
): void {
  const close = useEffectEvent(onBack);
  useEffect(() => (opened ? addLayer(() => close(), { isPart }) : undefined), [opened, isPart]);
}
