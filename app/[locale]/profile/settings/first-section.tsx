"use client";

import { useEffect } from "react";
import { settingsSections } from "#app/[locale]/profile/settings/settings-sections.ts";
import { besideFrom } from "#components/layout/section-frame.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";

/** Opens the first section where there is room for it beside the list. */
export function FirstSection() {
  const goTo = useGoTo();
  useEffect(() => {
    const roomy = window.matchMedia(`(min-width: ${besideFrom})`);
    const open = () => {
      if (roomy.matches) goTo(settingsSections[0].route, { replace: true });
    };
    open();
    roomy.addEventListener("change", open);
    return () => roomy.removeEventListener("change", open);
  }, [goTo]);
  return null;
}
