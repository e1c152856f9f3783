"use client";

import { type KeyboardEvent, useRef } from "react";
import { type TreeMove, typedMatch } from "#components/categories/tree-keyboard.ts";
import type { TreeItem } from "#lib/categories/tree.ts";

/** Letters that follow each other within this time are one word. */
const pauseMs = 600;

/** Typing the beginning of a name goes to it. */
export function useTypeAhead(items: readonly TreeItem[]) {
  const typed = useRef({ word: "", atMs: Number.NEGATIVE_INFINITY });
  const isTyping = ({ timeStamp }: Pick<KeyboardEvent, "timeStamp">) =>
    typed.current.word !== "" && timeStamp - typed.current.atMs < pauseMs;
  return {
    /** A space then belongs to the word. */
    isTyping,
    moveFor: (event: KeyboardEvent, current: TreeItem): TreeMove | null => {
      if (event.key.length !== 1) return null;
      const word = (isTyping(event) ? typed.current.word : "") + event.key;
      typed.current = { word, atMs: event.timeStamp };
      const found = typedMatch(word, items, current);
      return found ? { kind: "focus", key: found.key } : null;
    },
  };
}
