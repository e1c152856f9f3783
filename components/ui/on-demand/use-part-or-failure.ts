"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import type { WhyMissing } from "#lib/browser/fetch-on-demand.ts";

/**
 * `useOnDemand` for a part that nobody presses for: where it cannot be loaded, `failure` is the props of the `ErrorState` in
 * its place, which tries again.
 */
export function usePartOrFailure<Part>(fetchPart: () => Promise<Part>, wanted = true) {
  const t = useTranslations("Problem");
  const [missing, setMissing] = useState<{ why: WhyMissing; busy: boolean } | null>(null);
  const onMissing = (why: WhyMissing) => setMissing({ why, busy: false });
  const part = useOnDemand(fetchPart, onMissing, wanted && missing?.busy !== false);
  const retry = () => setMissing((before) => before && { ...before, busy: true });
  const failure = missing && { message: t(missing.why), busy: missing.busy, onRetry: retry };
  return { part, failure, retry };
}
