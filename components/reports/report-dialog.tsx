"use client";

import { useTranslations } from "next-intl";
import { ReportForm } from "#components/reports/report-form.tsx";
import { useLeaving } from "#components/ui/overlays/use-leaving.ts";
import { Modal } from "#components/ui/overlays/modal.tsx";
import type { Reported } from "#lib/reports/reported.ts";

export interface ReportDialogProps {
  reported: Reported;
  opened: boolean;
  onClose: () => void;
  /** Called when the report is sent; `alsoBlock` when the member also wants to block the reported one. */
  onSent: (alsoBlock: boolean) => void;
}

/** The dialog in which a member reports another one, or something of others, to the operator. */
export function ReportDialog({ reported, opened, onClose, onSent }: ReportDialogProps) {
  const t = useTranslations("Reports");
  const { leave, onChanged } = useLeaving({ opened, question: t("leaveQuestion"), onClose });
  return (
    <Modal opened={opened} onClose={leave} size="md" title={t("title")} returnFocus={false}>
      <ReportForm
        reported={reported}
        onChanged={onChanged}
        onSent={(alsoBlock) => {
          onClose();
          onSent(alsoBlock);
        }}
      />
    </Modal>
  );
}
