"use client";

import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";

interface LeaveQuestion {
  isChanged: () => boolean;
  question: string;
  danger?: boolean;
  onClose: () => void;
}

/** Returns a function that closes a dialog, after a confirmation where changes would be lost. */
export function useLeaveQuestion({ isChanged, question, danger = false, onClose }: LeaveQuestion) {
  const confirm = useConfirm();
  const ask = async () => {
    if (await confirm(question, { danger })) onClose();
  };
  return () => {
    if (isChanged()) void ask();
    else onClose();
  };
}
