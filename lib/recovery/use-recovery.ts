"use client";

import { useMemo, useSyncExternalStore } from "react";
import { pushAddress, replaceAddress, setSearchParams } from "#lib/browser/set-search-params.ts";
import { createListeners } from "#lib/browser/store.ts";
import {
  storeProgress,
  onProgressChange,
  parseProgress,
  readWrittenProgress,
  type RecoveryProgress,
  type RecoveryStep,
  type RecoveryWay,
  stepOf,
  wayOf,
} from "#lib/recovery/recovery-progress.ts";

const addressListeners = createListeners("popstate");

/** The three steps on one page (S-RECOVERY). Each is an entry of the history, so Back and Forward work. */
export function useRecovery() {
  const written = useSyncExternalStore(onProgressChange, readWrittenProgress, () => null);
  const search = useSyncExternalStore(addressListeners.subscribe, readSearch, () => "");
  const progress = useMemo(() => parseProgress(written), [written]);
  return { step: stepOf(search, progress), way: wayOf(search), progress };
}

/** Moves to a step with the progress that it needs. */
export function goToStep(
  step: RecoveryStep,
  progress: RecoveryProgress,
  { replace = false }: { replace?: boolean } = {},
): void {
  storeProgress(progress);
  setSearchParams({ step: step === "email" ? "" : step }, replace ? replaceAddress : pushAddress);
  addressListeners.call();
}

/** The chosen way at the first step; the address holds it across a reload and a change of language. */
export function chooseWay(way: RecoveryWay): void {
  setSearchParams({ by: way === "mail" ? "" : way });
  addressListeners.call();
}

const readSearch = () => window.location.search;
