"use client";

import dynamic from "next/dynamic";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";

const load = async () => (await import("#components/ui/confirm-dialog.tsx")).ConfirmDialog;
const ConfirmDialog = dynamic(load, { ssr: false });

/** Asks for a yes or no; dismissing it is a no. */
type Confirm = (text: string) => Promise<boolean>;

interface Question {
  text: string;
  answer: (confirmed: boolean) => void;
}

const ConfirmContext = createContext<Confirm | null>(null);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const confirm = useCallback<Confirm>((text) => {
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      setQuestion({
        text,
        answer: (confirmed) => {
          setOpen(false);
          resolve(confirmed);
        },
      });
    });
  }, []);
  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && <ConfirmDialog text={question.text} open={open} onAnswer={question.answer} />}
    </ConfirmContext>
  );
}

/** `if (await confirm(text)) …` */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("No confirm context");
  useEffect(() => {
    // Where something may be asked, the dialog is there before the server can be away.
    void load().catch(() => null);
  }, []);
  return confirm;
}
