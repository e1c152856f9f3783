"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import { type InstitutionSearch, objectsQuery } from "#lib/params/queries.ts";

interface SearchOptions extends Omit<InstitutionSearch, "q"> {
  pauseMs: number;
  enabled?: boolean;
}

/** Institutions by the words of a field. The server searches for them, because it knows every name of an institution. */
export function useInstitutionSearch({ pauseMs, enabled = true, ...place }: SearchOptions) {
  const locale = useLocale();
  const { search, setSearch, q } = useSearchWords(pauseMs);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...objectsQuery(locale, { ...place, q }),
    enabled,
  });
  const areOfFormerWords = isPlaceholderData || search.trim() !== q;
  return { choices: { data, error, isFetching, areOfFormerWords, refetch }, setWords: setSearch };
}
