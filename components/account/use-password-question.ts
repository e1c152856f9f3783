"use client";

import { createElement, type ReactNode, useCallback, useEffect, useState } from "react";
import type { PasswordQuestion } from "#components/account/password-dialog.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";

const load = async () => (await import("#components/account/password-dialog.tsx")).PasswordDialog;

interface Asked extends PasswordQuestion {
  onClose: (done: boolean) => void;
}

/**
 * Asks for the password again in a dialog (security.md A8): `ask` what is to be done with it, and show `dialog`. Once
 * it is given up, the focus goes back to what asked; once it is done too, unless `onDone` gives it another place.
 */
export function usePasswordQuestion(): {
  ask: (question: PasswordQuestion, onDone?: () => void) => void;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const ask = useCallback((asked: PasswordQuestion, onDone?: () => void) => {
    const asker = document.activeElement;
    setOpen(true);
    setQuestion({
      ...asked,
      onClose: (done) => {
        setOpen(false);
        if (asker instanceof HTMLElement) asker.focus();
        if (done) onDone?.();
      },
    });
  }, []);
  const dialog = useOnDemand(load, () => setOpen(false), open);
  useEffect(() => {
    // The dialog is there before the server can be away.
    void load().catch(() => null);
  }, []);
  return { ask, dialog: question && dialog && createElement(dialog, { ...question, open }) };
}
