"use client";

import { useEffect } from "react";

/**
 * Distinguishes institutions and classes among the tabs and in the browser's history. `usual`: the title until the name
 * is known.
 */
export function useTitle(name: string | undefined, usual: string): void {
  useEffect(() => {
    document.title = name ?? usual;
  }, [name, usual]);
}
