"use client";

import { useMediaQuery } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import classes from "#components/params/period-dialog.module.css";
import { PeriodFormSkeleton } from "#components/params/period-form.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { useLeaveWarning } from "#components/ui/forms/use-leave-warning.ts";

const phone = "(max-width: 36em)";

/** What the form inside tells the dialog, and asks of it. */
export interface FormInDialog {
  /** There is something to lose. */
  onChanged: (changed: boolean) => void;
  /** Closes, unless something would be lost and the member wants to keep it. */
  onLeave: () => void;
  /** It is saved: closes. */
  onSaved: () => void;
}

interface PeriodDialogProps<Draft> {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** What the form begins with, as it is loaded. */
  draft: { data: Draft | undefined; error: Error | null; refetch: () => unknown };
  children: (draft: Draft, form: FormInDialog) => ReactNode;
}

/** Where an education or a job is added or changed. On a phone it is the whole screen. */
export function PeriodDialog<Draft>({
  title,
  opened,
  onClose,
  draft: { data, error, refetch },
  children,
}: PeriodDialogProps<Draft>) {
  const t = useTranslations("Params");
  const [changed, onChanged] = useState(false);
  const { leave, asking } = useLeaving(opened && changed, onClose);
  const fullScreen = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={opened}
      onClose={leave}
      size="lg"
      padding={fullScreen ? "md" : "lg"}
      fullScreen={fullScreen}
      // The question on top has Escape to itself.
      closeOnEscape={!asking}
      returnFocus={false}
      withCloseButton={false}
      classNames={{ content: classes.content }}
    >
      {/* Mantine's own header would be a second banner of the page. */}
      <div className={classes.header}>
        <Modal.Title className={classes.title}>{title}</Modal.Title>
        <Modal.CloseButton aria-label={t("close")} size={44} className={classes.close} />
      </div>
      {data && children(data, { onChanged, onLeave: leave, onSaved: onClose })}
      {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PeriodFormSkeleton />}
    </Modal>
  );
}

/** What was typed is not thrown away without a question. */
function useLeaving(changed: boolean, onClose: () => void) {
  const question = useTranslations("Params")("leaveQuestion");
  const confirm = useConfirm();
  const [asking, setAsking] = useState(false);
  useLeaveWarning(changed);
  const ask = async () => {
    if (asking) return;
    setAsking(true);
    const agreed = await confirm(question, { danger: true });
    setAsking(false);
    if (agreed) onClose();
  };
  return { asking, leave: () => (changed ? void ask() : onClose()) };
}
