"use client";

import { useState } from "react";
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
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    const isMeant = await confirm(question, { danger });
    setIsAsking(false);
    if (isMeant) onClose();
  };
  return () => {
    if (!isChanged()) onClose();
    else if (!isAsking) void ask();
  };
}
