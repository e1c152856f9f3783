"use client";

import { useEffect } from "react";
import { fetchOnDemand } from "#lib/browser/fetch-on-demand.ts";
import { createStore, useStore } from "#lib/browser/store.ts";
import type * as textLinks from "#lib/browser/links/text-links.ts";

const loaded = createStore<typeof textLinks | null>(null);
const none: readonly textLinks.FoundLink[] = [];

/** Whatever has a link has one of these; few other texts do. */
const mayBeLink = /:\/\/|mailto:|@|localhost|\.[\p{L}\p{N}][\p{L}\p{N}\p{M}]/iu;
export const mayHoldLink = (text: string): boolean => mayBeLink.test(text);

/**
 * The addresses in a text. What finds them is loaded with the first text that may have one, because most texts have
 * none; until then, and without a network, the text stays plain.
 */
export function useTextLinks(text: string): readonly textLinks.FoundLink[] {
  const isWanted = mayHoldLink(text);
  const found = useStore(loaded);
  useEffect(() => {
    if (isWanted && !found) void fetchLinks();
  }, [isWanted, found]);
  return isWanted && found ? found.linksIn(text) : none;
}

const importLinks = () => import("#lib/browser/links/text-links.ts");
let fetching: Promise<void> | undefined;

/** Once for all the texts that want it at the same time. */
function fetchLinks(): Promise<void> {
  fetching ??= fetchOnDemand(importLinks).then((links) => {
    fetching = undefined;
    if ("fetched" in links) loaded.set(links.fetched);
  });
  return fetching;
}
