"use client";

import { useDialog } from "#components/ui/overlays/use-dialog.ts";
import type { Reported } from "#lib/reports/reported.ts";

const fetchDialog = async () => (await import("./framed-report-dialog.tsx")).FramedReportDialog;

/** The dialog in which something is reported to the operator. */
export function useReportDialog(onSent: (alsoBlock: boolean) => void = () => {}) {
  const { open, dialog } = useDialog(fetchDialog, (reported: Reported) => ({ reported, onSent }));
  return { report: open, dialog };
}
