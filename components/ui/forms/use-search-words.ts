"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";

/** How long typing pauses before the words are searched. */
export const typingPauseMs = 250;

/** The same for lists whose answer is small and comes soon. */
export const shortTypingPauseMs = 150;

/** The text of a search field, and the words that are searched once typing pauses. */
export function useSearchWords(pauseMs = typingPauseMs) {
  const [search, setSearch] = useState("");
  const [q] = useDebouncedValue(search.trim(), pauseMs);
  return { search, setSearch, q };
}
