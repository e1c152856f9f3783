"use client";

import { useSyncExternalStore } from "react";
import type { Upload, Uploads } from "#lib/api/uploads.ts";

/** What is on its way, and what is over and not yet dismissed. */
export function useUploads<Source extends { sizeBytes: number }, Result>(
  uploads: Uploads<Source, Result>,
): readonly Upload<Source>[] {
  return useSyncExternalStore(uploads.subscribe, uploads.items, uploads.items);
}
