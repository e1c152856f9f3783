"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";

const typingPauseMs = 250;

/** What is typed into a search field, and the words of it that are looked for once typing pauses. */
export function useSearchWords() {
  const [search, setSearch] = useState("");
  const [q] = useDebouncedValue(search.trim(), typingPauseMs);
  return { search, setSearch, q };
}
