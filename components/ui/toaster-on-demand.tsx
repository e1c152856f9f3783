"use client";

import dynamic from "next/dynamic";
import { useEffect, useSyncExternalStore } from "react";
import { fetchToasts, toasterDemand } from "#components/ui/toasts.ts";

const fetchAheadMs = 1000;

const load = async () => (await import("#components/ui/toaster.tsx")).Toaster;
// A notice that cannot be shown must not take the page with it.
const Toaster = dynamic(() => load().catch(() => Nothing), { ssr: false });

export function ToasterOnDemand() {
  const wanted = useSyncExternalStore(toasterDemand.subscribe, toasterDemand.isWanted, () => false);
  useEffect(() => {
    // Fetched when the page has settled: the first notice may be that the server is away.
    const fetchAhead = () => void Promise.all([load(), fetchToasts()]).catch(() => null);
    const timer = setTimeout(fetchAhead, fetchAheadMs);
    return () => clearTimeout(timer);
  }, []);
  return wanted ? <Toaster /> : null;
}

function Nothing() {
  return null;
}
