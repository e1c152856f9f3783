"use client";

import { useTranslations } from "next-intl";
import { createElement, useEffect, useEffectEvent, useState } from "react";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import { showFailure, showLasting } from "#components/ui/toasts/toasts.ts";
import { fetchOnDemand, type WhyMissing } from "#lib/browser/fetch-on-demand.ts";
import { reloadOutdated } from "#lib/browser/service-worker.ts";

/**
 * Loads a rarely needed part on demand, and returns null until then. When loading fails, a toast says why and
 * `onMissing` is called; the next demand retries. `fetchPart` must stay the same function.
 */
export function useOnDemand<Part>(
  fetchPart: () => Promise<Part>,
  onMissing: (why: WhyMissing) => void,
  wanted = true,
) {
  const t = useTranslations();
  const sayOutdated = useSayOutdated();
  const [part, setPart] = useState<{ fetched: Part } | null>(null);
  const sayMissing = useEffectEvent((why: WhyMissing) => {
    if (why === "offline") showFailure(t("Site.failure"), t("Problem.offline"));
    else sayOutdated();
    onMissing(why);
  });
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    countFetching(1);
    void fetchOnDemand(fetchPart).then((part) => {
      countFetching(-1);
      if (left) return;
      if ("fetched" in part) setPart(part);
      else sayMissing(part.missing);
    });
    return () => {
      left = true;
    };
  }, [fetchPart, wanted]);
  return part?.fetched ?? null;
}

/** Returns what says that a part is of a build that is gone, and offers to load the page anew. */
export function useSayOutdated(): () => void {
  const t = useTranslations("Problem");
  return () => showLasting(t("outdated"), createElement(ReloadButton), "outdated");
}

let fetching = 0;

/** While something is fetched, theme.css shows a line at the top of the page, unless it comes at once. */
function countFetching(by: 1 | -1): void {
  fetching += by;
  document.documentElement.toggleAttribute("data-fetching", fetching > 0);
}

/** Drafts and messages that wait to be sent are there again after the reload. */
function ReloadButton() {
  const t = useTranslations("Problem");
  return createElement(LightButton, { variant: "default", onClick: reloadOutdated }, t("reload"));
}
