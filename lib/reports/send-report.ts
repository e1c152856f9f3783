"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import type { ReportInput } from "#lib/reports/schema.ts";

/** Tells the operator of a member. Answers what to say to the one who told. */
export function useSendReport() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (report: ReportInput) => api.post(`/api/${locale}/reports`, messageBody, report),
  });
}
