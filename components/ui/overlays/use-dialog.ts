"use client";

import { createElement, type FunctionComponent, useState } from "react";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

interface Shown<Asked> {
  asked: Asked;
  opened: boolean;
  /** Had the focus before. */
  opener: HTMLElement | null;
  times: number;
}

/**
 * A dialog that is loaded when it is first opened. `propsOf` makes its props from what `open` was called with, and from the
 * number of its openings, which as its key resets it. When it closes, `onClosed` gets the element that had the focus before,
 * which by default has it again.
 */
export function useDialog<Asked, Props extends object>(
  fetchDialog: () => Promise<FunctionComponent<Props & DialogProps>>,
  propsOf: (asked: Asked, times: number) => Props,
  onClosed = (opener: HTMLElement | null) => opener?.focus(),
) {
  const [shown, setShown] = useState<Shown<Asked> | null>(null);
  const open = (asked: Asked) => {
    const opener = document.activeElement as HTMLElement | null; // what has the focus can get it again
    setShown({ asked, opened: true, opener, times: (shown?.times ?? 0) + 1 });
  };
  const onClose = () => {
    setShown((before) => before && { ...before, opened: false });
    onClosed(shown?.opener ?? null);
  };
  const opened = shown?.opened; // undefined before it is first opened
  const part = useOnDemand(fetchDialog, onClose, opened === true);
  const dialog =
    part &&
    shown &&
    createElement(part, { ...propsOf(shown.asked, shown.times), opened: shown.opened, onClose });
  return { open, opened, dialog };
}

/**
 * Returns the focus to `opener`, or to `fallback` where nothing had it or that element is gone. Safari does not focus a
 * clicked button, so an ancestor of the fallback may have had the focus: then the fallback gets it.
 */
export function returnFocus(opener: HTMLElement | null, fallback: HTMLElement | null): void {
  const isThere = opener?.isConnected && opener !== document.body;
  const returns = isThere && (opener === fallback || !opener.contains(fallback));
  (returns ? opener : fallback)?.focus();
}
