"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PeriodFormSkeleton } from "#components/periods/period-form.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { useLeaving } from "#components/ui/overlays/use-leaving.ts";
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
  const question = useTranslations("Params")("leaveQuestion");
  const { leave, onChanged } = useLeaving({ opened, question, onClose });
  return (
    <Modal opened={opened} onClose={leave} size="lg" title={title} fillsPhone returnFocus={false}>
      {draft.data && children(draft.data, { onChanged, onLeave: leave, onSaved: onClose })}
      <NotLoaded query={draft} skeleton={<PeriodFormSkeleton />} />
    </Modal>
  );
}
