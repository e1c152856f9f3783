"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";

const typingPauseMs = 250;

/** The text of a search field, and the words that are searched once typing pauses. */
export function useSearchWords() {
  const [search, setSearch] = useState("");
  const [q] = useDebouncedValue(search.trim(), typingPauseMs);
  return { search, setSearch, q };
}
