"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { toasterDemand } from "#components/ui/toasts.ts";

const Toaster = dynamic(async () => (await import("#components/ui/toaster.tsx")).Toaster, {
  ssr: false,
});

export function ToasterOnDemand() {
  const wanted = useSyncExternalStore(toasterDemand.subscribe, toasterDemand.isWanted, () => false);
  return wanted ? <Toaster /> : null;
}
