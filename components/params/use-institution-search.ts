"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useState } from "react";
import { type InstitutionSearch, objectsQuery } from "#lib/params/queries.ts";

interface SearchOptions extends Omit<InstitutionSearch, "q"> {
  pauseMs: number;
  enabled?: boolean;
}

/** Institutions by the words of a field. The server searches for them, because it knows every name of an institution. */
export function useInstitutionSearch({ pauseMs, enabled = true, ...place }: SearchOptions) {
  const locale = useLocale();
  const [words, setWords] = useState("");
  const [q] = useDebouncedValue(words.trim(), pauseMs);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...objectsQuery(locale, { ...place, q }),
    enabled,
  });
  const areOfFormerWords = isPlaceholderData || words.trim() !== q;
  return { choices: { data, error, isFetching, areOfFormerWords, refetch }, setWords };
}
