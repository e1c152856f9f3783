"use client";

import { useEffect } from "react";
import type { PasswordQuestion } from "#components/account/password-dialog.tsx";
import { useDialog } from "#components/ui/overlays/use-dialog.ts";

const fetchDialog = async () =>
  (await import("#components/account/password-dialog.tsx")).PasswordDialog;

/** Asks for the password again in a dialog (SEC-A8): call `ask` with the action that needs it, and render `dialog`. */
export function usePasswordQuestion() {
  const { open, dialog } = useDialog(fetchDialog, (question: PasswordQuestion) => question);
  useEffect(() => {
    // Loaded ahead, in case the server is unreachable later.
    void fetchDialog().catch(() => null);
  }, []);
  return { ask: open, dialog };
}
