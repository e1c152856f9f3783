"use client";

import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useState,
} from "react";
import { transitionMs } from "#components/layout/interface-constants.ts";
import type * as confirmDialog from "#components/ui/overlays/confirm-dialog.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";

type ImportDialog = () => Promise<typeof confirmDialog>;

let importDialog: ImportDialog = () => import("#components/ui/overlays/confirm-dialog.tsx");

/** Makes the dialog be imported by another module: see beside-mantine.ts. */
export function importConfirmDialogBy(other: ImportDialog): void {
  importDialog = other;
}

const fetchDialog = async () => (await importDialog()).ConfirmDialog;

interface ConfirmOptions {
  /** Styles the confirmation of an action that cannot be reverted. */
  danger?: boolean;
}

/** Asks for a yes or no; dismissing the question is a no. */
type Confirm = (text: string, options?: ConfirmOptions) => Promise<boolean>;

interface Question extends ConfirmOptions {
  text: string;
  answer: (confirmed: boolean) => void;
}

const ConfirmContext = createContext<Confirm | null>(null);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const isAsking = useRef<Promise<boolean> | null>(null);
  const confirm = useCallback<Confirm>(async (text, options = {}) => {
    // A question that replaced an open one would get the answer that is meant for that.
    while (isAsking.current) {
      await isAsking.current;
      await new Promise((resolve) => setTimeout(resolve, transitionMs.modal));
    }
    const asker = document.activeElement;
    setOpen(true);
    isAsking.current = new Promise<boolean>((resolve) => {
      setQuestion({
        text,
        ...options,
        answer: (confirmed) => {
          isAsking.current = null;
          setOpen(false);
          // The focus is returned before the caller continues, because the caller may move it elsewhere.
          if (asker instanceof HTMLElement) asker.focus();
          resolve(confirmed);
        },
      });
    });
    return isAsking.current;
  }, []);
  // A confirmation that cannot be shown counts as declined.
  const dialog = useOnDemand(fetchDialog, () => question?.answer(false), open);
  return (
    <ConfirmContext value={confirm}>
      {children}
      {question &&
        dialog &&
        createElement(dialog, { ...question, open, onAnswer: question.answer })}
    </ConfirmContext>
  );
}

/** `if (await confirm(text)) …` */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("No confirm context");
  useFetchedAhead(fetchDialog); // in case the server is unreachable later
  return confirm;
}
