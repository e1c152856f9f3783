"use client";

import { useState } from "react";

export interface Loading {
  data: unknown;
  error: Error | null;
  /** Counts the failures of these data alone. */
  errorUpdateCount: number;
  /** Whether the data are those of other words. */
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}

/**
 * Why nothing is there to be shown, and how to try again. It stays during a retry, so that its button keeps the focus, and
 * because former results do not match new words.
 */
export function useLoadFailure(query: Loading) {
  const { data, error, errorUpdateCount, isPlaceholderData = false, refetch } = query;
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  const failure = error ?? (errorUpdateCount > 0 ? last : null);
  if (!failure || (data !== undefined && !isPlaceholderData)) return null;
  return { message: failure.message, busy: error === null, onRetry: () => void refetch() };
}
