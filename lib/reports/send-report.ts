"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import type { ReportInput } from "#lib/reports/schema.ts";

/** Reports a member to the operator; returns the message to show. */
export function useSendReport() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (report: ReportInput) => api.post(`/api/${locale}/reports`, messageBody, report),
  });
}
