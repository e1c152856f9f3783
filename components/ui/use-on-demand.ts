"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { showFailure } from "#components/ui/toasts.ts";

/**
 * Fetches a part that few visits need; null until it has come. Should it not come, that is said and `onMissing`
 * called: the page around it stays. `fetchPart` must stay the same function.
 */
export function useOnDemand<Part>(fetchPart: () => Promise<Part>, onMissing: () => void) {
  const t = useTranslations();
  const [part, setPart] = useState<{ fetched: Part } | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let left = false;
    fetchPart().then(
      (fetched) => left || setPart({ fetched }),
      () => left || setMissing(true),
    );
    return () => {
      left = true;
    };
  }, [fetchPart]);
  useEffect(() => {
    if (!missing) return;
    showFailure(t("Site.failure"), t("Problem.offline"));
    onMissing();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [missing]);
  return part?.fetched ?? null;
}
