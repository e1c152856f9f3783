"use client";

import { createElement, type ReactNode, useState } from "react";
import type { ReportDialogProps } from "#components/reports/report-dialog.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import type { Reported } from "#lib/reports/reported.ts";

/** Opens the dialog for a report; the focus returns to `opener`. */
type Report = (reported: Reported, opener: HTMLElement | null) => void;

interface Asked {
  reported: Reported;
  opener: HTMLElement | null;
  opened: boolean;
}

/** The dialog in which something is reported to the operator. It is loaded when it is first wanted. */
export function useReportDialog(onSent?: (alsoBlock: boolean) => void): {
  report: Report;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked>();
  const close = () => {
    setAsked((before) => before && { ...before, opened: false });
    asked?.opener?.focus();
  };
  return {
    report: (reported, opener) => setAsked({ reported, opener, opened: true }),
    dialog:
      asked &&
      createElement(ReportOnDemand, {
        reported: asked.reported,
        opened: asked.opened,
        onClose: close,
        onSent: (alsoBlock) => onSent?.(alsoBlock),
      }),
  };
}

function ReportOnDemand(props: ReportDialogProps) {
  const dialog = useOnDemand(fetchDialog, props.onClose, props.opened);
  return dialog && createElement(dialog, props);
}

const fetchDialog = async () => (await import("./framed-report-dialog.tsx")).FramedReportDialog;
