"use client";

import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import { ReportDialog, type ReportDialogProps } from "#components/reports/report-dialog.tsx";

/** Also for pages of visitors, which are without Mantine until a member reports something there. */
export function FramedReportDialog(props: ReportDialogProps) {
  return (
    <MantineFrame>
      <ReportDialog {...props} />
    </MantineFrame>
  );
}
