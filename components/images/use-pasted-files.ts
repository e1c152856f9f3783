"use client";

import { useWindowEvent } from "@mantine/hooks";

/** Files that are pasted anywhere on the page; texts are left to their fields. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  useWindowEvent("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
}
