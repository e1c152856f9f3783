"use client";

import { useMemo, useSyncExternalStore } from "react";
import {
  keepProgress,
  onProgressChange,
  parseProgress,
  readWrittenProgress,
  type RecoveryProgress,
  type RecoveryStep,
  type RecoveryWay,
  stepOf,
  wayOf,
} from "#lib/recovery/recovery-progress.ts";

const addressListeners = new Set<() => void>();

/** The three steps on one page (specification §4, Recovery). Each is an entry of the history, so Back and Forward work. */
export function useRecovery() {
  const written = useSyncExternalStore(onProgressChange, readWrittenProgress, () => null);
  const search = useSyncExternalStore(onAddressChange, readSearch, () => "");
  const progress = useMemo(() => parseProgress(written), [written]);
  return { step: stepOf(search, progress), way: wayOf(search), progress };
}

/** Goes on to a step with what it needs. */
export function goToStep(
  step: RecoveryStep,
  progress: RecoveryProgress,
  { replace = false }: { replace?: boolean } = {},
): void {
  keepProgress(progress);
  const url = new URL(window.location.href);
  if (step === "email") url.searchParams.delete("step");
  else url.searchParams.set("step", step);
  if (replace) window.history.replaceState(null, "", url);
  else window.history.pushState(null, "", url);
  for (const listener of addressListeners) listener();
}

/** At the first step: kept in the address, so that a reload and another language keep it. */
export function chooseWay(way: RecoveryWay): void {
  const url = new URL(window.location.href);
  if (way === "mail") url.searchParams.delete("by");
  else url.searchParams.set("by", way);
  window.history.replaceState(null, "", url);
  for (const listener of addressListeners) listener();
}

const readSearch = () => window.location.search;

function onAddressChange(listener: () => void): () => void {
  addressListeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    addressListeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}
