"use client";

import { useState } from "react";
import { type CategoryPath, keyOf } from "#lib/categories/tree.ts";

/** The open branches: those down to the active node open by themselves as the address comes to name it. */
export function useOpenBranches(active: CategoryPath | undefined) {
  const activeKey = active && keyOf(active);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<string>();
  if (activeKey !== seen) {
    setSeen(activeKey);
    setOpened(new Set([...opened, ...keysDownTo(active ?? [])]));
  }
  return {
    opened,
    open: (keys: readonly string[]) => setOpened(new Set([...opened, ...keys])),
    close: (key: string) => setOpened(new Set([...opened].filter((other) => other !== key))),
  };
}

const keysDownTo = (path: CategoryPath) => path.map((_, level) => keyOf(path.slice(0, level + 1)));
