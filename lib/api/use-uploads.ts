"use client";

import { useSyncExternalStore } from "react";
import type { Upload, Uploads } from "#lib/api/uploads.ts";

/** The uploads under way, and those that have ended and are not dismissed. */
export function useUploads<Source extends { sizeBytes: number }, Result>(
  uploads: Uploads<Source, Result>,
): readonly Upload<Source>[] {
  return useSyncExternalStore(uploads.subscribe, uploads.items, uploads.items);
}
