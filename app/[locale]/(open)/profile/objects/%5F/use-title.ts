"use client";

import { useEffect } from "react";

/** Distinguishes institutions and classes among the tabs and in the history of the browser. `usual`: until it is known. */
export function useTitle(name: string | undefined, usual: string): void {
  useEffect(() => {
    document.title = name ?? usual;
  }, [name, usual]);
}
