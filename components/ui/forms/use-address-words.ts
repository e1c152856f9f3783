"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";

const usualPauseMs = 250;

/**
 * The words of a search that the address keeps as `q`. `words` follow the typing, `q` follows them when
 * it pauses; whatever else changes the address (Back, a link) changes both. Suspends while prerendering.
 */
export function useAddressWords(typingPauseMs = usualPauseMs) {
  const q = useSearchParams().get("q") ?? "";
  const [words, setWords] = useState(q);
  const [kept, setKept] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    // What this field wrote itself may be older than what has been typed since.
    if (q !== kept) setWords(q);
    setKept(q);
  }
  useEffect(() => {
    const wanted = words.trim();
    if (wanted === kept) return;
    const timer = setTimeout(() => {
      setKept(wanted);
      keepInAddress(wanted);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [words, kept, typingPauseMs]);
  return { q, words, setWords };
}

function keepInAddress(q: string): void {
  const url = new URL(window.location.href);
  if (q) url.searchParams.set("q", q);
  else url.searchParams.delete("q");
  window.history.replaceState(null, "", url);
}
