"use client";

import { useState } from "react";

interface Search {
  error: Error | null;
  /** Whether there are no results, or only those of other words. */
  isPending: boolean;
  isPlaceholderData: boolean;
  /** Counts the failures of this search alone. */
  errorUpdateCount: number;
  data: unknown;
}

/** Why a search has no results. It stays during a retry, because former results do not match the new words. */
export function useSearchFailure({ error, data, ...search }: Search) {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  if (error) return data === undefined ? { message: error.message, busy: false } : null;
  const busy = search.errorUpdateCount > 0 && (search.isPending || search.isPlaceholderData);
  return busy && last ? { message: last.message, busy } : null;
}
