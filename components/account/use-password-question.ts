"use client";

import { createElement, type ReactNode, useCallback, useEffect, useState } from "react";
import type { PasswordQuestion } from "#components/account/password-dialog.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";

const load = async () => (await import("#components/account/password-dialog.tsx")).PasswordDialog;

interface Asked extends PasswordQuestion {
  onClose: (done: boolean) => void;
}

/**
 * Asks for the password again in a dialog (SEC-A8): call `ask` with the action that needs it, and render `dialog`. When
 * the dialog closes, the focus returns to the element that asked; after success `onDone` may move it elsewhere.
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
    // Loaded ahead, in case the server is unreachable later.
    void load().catch(() => null);
  }, []);
  return { ask, dialog: question && dialog && createElement(dialog, { ...question, open }) };
}
