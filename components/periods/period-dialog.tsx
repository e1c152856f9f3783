"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { PeriodFormSkeleton } from "#components/periods/period-form.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { useLeaveQuestion } from "#components/ui/forms/use-leave-question.ts";
import { useLeaveWarning } from "#components/ui/forms/use-leave-warning.ts";
import type { Loading } from "#components/ui/lists/use-load-failure.ts";

/** What a form reports to its dialog. */
export interface FormInDialog {
  /** Called on a change that would be lost. */
  onChanged: (changed: boolean) => void;
  /** Closes, after a confirmation where changes would be lost. */
  onLeave: () => void;
  /** Closes after the form is saved. */
  onSaved: () => void;
  /** What leaving and saving are called where the form stands in no dialog. */
  texts?: { leave: string; save: string };
}

interface PeriodDialogProps<Draft> {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** The initial values, loaded by a query. */
  draft: Loading & { data: Draft | undefined };
  children: (draft: Draft, form: FormInDialog) => ReactNode;
}

/** The dialog that adds or changes an education or a job; on a phone it fills the screen. */
export function PeriodDialog<Draft>({
  title,
  opened,
  onClose,
  draft,
  children,
}: PeriodDialogProps<Draft>) {
  const { leave, onChanged } = useLeaving(opened, onClose);
  return (
    <Modal opened={opened} onClose={leave} size="lg" title={title} fillsPhone returnFocus={false}>
      {draft.data && children(draft.data, { onChanged, onLeave: leave, onSaved: onClose })}
      <NotLoaded query={draft} skeleton={<PeriodFormSkeleton />} />
    </Modal>
  );
}

/** Asks for confirmation before typed text is discarded. */
function useLeaving(opened: boolean, onClose: () => void) {
  const question = useTranslations("Params")("leaveQuestion");
  const [changed, setChanged] = useState(false);
  // An Escape may arrive before this dialog has rendered the last typed text.
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
