"use client";

import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { transitionMs } from "#components/layout/interface-constants.ts";
import type * as confirmDialog from "#components/ui/overlays/confirm-dialog.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
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

/** Asks for a yes or no. Dismissing the question is a no, and so is asking it again before it is answered. */
type Confirm = (text: string, options?: ConfirmOptions) => Promise<boolean>;

interface Question extends ConfirmOptions {
  text: string;
  answer: (confirmed: boolean) => void;
}

/** `isAskerThere` is asked before a question that has waited is shown. */
type Ask = (text: string, options: ConfirmOptions, isAskerThere: () => boolean) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const asking = useRef<Promise<boolean> | null>(null);
  const unanswered = useRef(new Set<string>());
  const put = useCallback<Ask>(async (text, options, isAskerThere) => {
    // A question that replaced an open one would get the answer that is meant for that.
    while (asking.current) {
      await asking.current;
      await new Promise((resolve) => setTimeout(resolve, transitionMs.modal));
      if (!isAskerThere()) return false;
    }
    const asker = document.activeElement;
    setOpen(true);
    asking.current = new Promise<boolean>((resolve) => {
      setQuestion({
        text,
        ...options,
        answer: (confirmed) => {
          asking.current = null;
          setOpen(false);
          // The focus is returned before the caller continues, because the caller may move it elsewhere.
          if (asker instanceof HTMLElement) asker.focus();
          resolve(confirmed);
        },
      });
    });
    return asking.current;
  }, []);
  const ask = useCallback<Ask>(
    async (text, ...asked) => {
      // The dialog may take long to come, and whoever presses again meanwhile means the same.
      if (unanswered.current.has(text)) return false;
      unanswered.current.add(text);
      const confirmed = await put(text, ...asked);
      unanswered.current.delete(text);
      return confirmed;
    },
    [put],
  );
  // A confirmation that cannot be shown counts as declined.
  const dialog = useOnDemand(fetchDialog, () => question?.answer(false), open);
  return (
    <ConfirmContext value={ask}>
      {children}
      {question &&
        dialog &&
        createElement(dialog, { ...question, open, onAnswer: question.answer })}
    </ConfirmContext>
  );
}

/** `if (await confirm(text)) …` */
export function useConfirm(): Confirm {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("No confirm context");
  useFetchedAhead(fetchDialog); // in case the server is unreachable later
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return useCallback((text, options = {}) => ask(text, options, () => isThere.current), [ask]);
}
