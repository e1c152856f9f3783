"use client";

import { useCallback, useRef, useState } from "react";
import { useLeaveQuestion } from "#components/ui/forms/use-leave-question.ts";
import { useLeaveWarning } from "#components/ui/forms/use-leave-warning.ts";

interface Leaving {
  opened: boolean;
  question: string;
  onClose: () => void;
}

/**
 * Asks before a dialog discards typed text, whether the dialog or the page is left. The form in it reports by `onChanged`
 * whether there is something to lose.
 */
export function useLeaving({ opened, question, onClose }: Leaving) {
  const [changed, setChanged] = useState(false);
  // An Escape may arrive before the dialog has rendered the last typed text.
  const isChanged = useRef(false);
  useLeaveWarning(opened && changed);
  const onChanged = useCallback((now: boolean) => {
    isChanged.current = now;
    setChanged(now);
  }, []);
  const leave = useLeaveQuestion({
    isChanged: () => opened && isChanged.current,
    question,
    danger: true,
    onClose,
  });
  return { leave, onChanged };
}
