"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { typingPauseMs } from "#components/ui/forms/use-search-words.ts";
import { setSearchParams } from "#lib/browser/set-search-params.ts";

/**
 * The words of a search that the address has as `q`. `words` follow the typing, and `q` follows them when the typing
 * pauses; any other change of the address (Back, a link) changes both. Suspends while prerendering.
 */
export function useAddressWords(pauseMs = typingPauseMs) {
  const q = useSearchParams().get("q") ?? "";
  const { words, setWords } = useTypedWords(q, pauseMs, (wanted) => setSearchParams({ q: wanted }));
  return { q, words, setWords };
}

/**
 * `q` follows the typed `words` when the typing pauses, and is then written to the address. The address updates late:
 * values in `written` are our own and must not overwrite newer typing. Any other change of the address (Back, a link)
 * changes the words. `setQ` makes `q` follow at once.
 */
export function useTypedWords(inAddress: string, pauseMs: number, write: (q: string) => void) {
  const [state, setState] = useState(() => ({
    words: inAddress,
    q: inAddress,
    seen: inAddress,
    written: none,
  }));
  let { words, q } = state;
  if (inAddress !== state.seen) {
    const own = state.written.indexOf(inAddress);
    if (own < 0) words = q = inAddress;
    setState({ words, q, seen: inAddress, written: own < 0 ? none : state.written.slice(own + 1) });
  }
  const [{ setWords, setQ }] = useState(() => ({
    setWords: (typed: string) => setState((before) => ({ ...before, words: typed })),
    setQ: (wanted: string) =>
      setState((before) =>
        wanted === before.q
          ? before
          : { ...before, q: wanted, written: [...before.written, wanted] },
      ),
  }));
  const writeNow = useEffectEvent(write);
  useEffect(() => {
    const wanted = words.trim();
    if (wanted === q) return;
    const timer = setTimeout(() => {
      setQ(wanted);
      writeNow(wanted);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [words, q, setQ, pauseMs]);
  return { words, q, setWords, setQ };
}

const none: readonly string[] = [];
