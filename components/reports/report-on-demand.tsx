"use client";

import { createElement } from "react";
import type { ReportDialogProps } from "#components/reports/report-dialog.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";

/** ReportDialog, loaded on demand. Rendered once it is first wanted. */
export function ReportOnDemand(props: ReportDialogProps) {
  const dialog = useOnDemand(fetchDialog, props.onClose, props.opened);
  return dialog && createElement(dialog, props);
}

const fetchDialog = async () =>
  (await import("#components/reports/report-dialog.tsx")).ReportDialog;
