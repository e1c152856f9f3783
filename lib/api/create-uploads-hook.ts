"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useSyncExternalStore } from "react";
import type { LocaleCache } from "#lib/api/query-client.ts";
import { Uploads, type UploadsOptions } from "#lib/api/uploads.ts";

/**
 * Makes a hook for the uploads of one kind. They live as long as the document, so they continue while the member visits
 * other pages of the surface.
 */
export function createUploadsHook<Source extends { sizeBytes: number }, Result>(
  optionsFor: (page: LocaleCache) => UploadsOptions<Source, Result>,
) {
  const ofDocument = new WeakMap<QueryClient, Uploads<Source, Result>>();
  return function useUploads() {
    const client = useQueryClient();
    const locale = useLocale();
    let uploads = ofDocument.get(client);
    if (!uploads) ofDocument.set(client, (uploads = new Uploads(optionsFor({ client, locale }))));
    const { subscribe, items } = uploads;
    return { uploads, items: useSyncExternalStore(subscribe, items, items) };
  };
}
