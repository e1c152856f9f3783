"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { showFailure } from "#components/ui/toasts/toasts.ts";

/**
 * Loads a rarely needed part on demand, and returns null until then. When loading fails, a toast says so and
 * `onMissing` is called; the next demand retries. `fetchPart` must stay the same function.
 */
export function useOnDemand<Part>(
  fetchPart: () => Promise<Part>,
  onMissing: () => void,
  wanted = true,
) {
  const t = useTranslations();
  const [part, setPart] = useState<{ fetched: Part } | null>(null);
  const sayMissing = useEffectEvent(() => {
    showFailure(t("Site.failure"), t("Problem.offline"));
    onMissing();
  });
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    fetchPart().then(
      (fetched) => left || setPart({ fetched }),
      () => left || sayMissing(),
    );
    return () => {
      left = true;
    };
  }, [fetchPart, wanted]);
  return part?.fetched ?? null;
}
