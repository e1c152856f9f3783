"use client";

import { useState } from "react";

interface Search {
  error: Error | null;
  /** There is nothing to show, or only what was found by other words. */
  isPending: boolean;
  isPlaceholderData: boolean;
  /** Of failures of this very search. */
  errorUpdateCount: number;
  data: unknown;
}

/** Why a search has nothing to show; it stays while it is tried again: former results are no answer to the new words. */
export function useFailure({ error, data, ...search }: Search) {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  if (error) return data === undefined ? { message: error.message, busy: false } : null;
  const busy = search.errorUpdateCount > 0 && (search.isPending || search.isPlaceholderData);
  return busy && last ? { message: last.message, busy } : null;
}
