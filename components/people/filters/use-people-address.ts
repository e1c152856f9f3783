"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { goOnTo } from "#lib/browser/history-layers.ts";
import { type Filters, filtersOf, type PeopleFilters, queryOf } from "#lib/people/filters.ts";

/** With the answer of the server it stays within 150 ms of the last key. */
const typingPauseMs = 60;

/**
 * What is looked for, which the address keeps. `words` follow the typing, `filters.q` follows them when it pauses: Back
 * does not undo it letter by letter, as it undoes each change of a filter. Suspends while prerendering.
 */
export function usePeopleAddress() {
  const query = useSearchParams();
  const told = useMemo(() => filtersOf(query), [query]);
  const { words, q, setWords, keep } = useWords(told.q);
  const filters = useMemo(() => ({ ...told, q }), [told, q]);
  useEffect(() => {
    const wanted = words.trim();
    if (wanted === q) return;
    const timer = setTimeout(() => {
      keep(wanted);
      window.history.replaceState(null, "", addressOf({ ...filters, q: wanted }));
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [words, q, keep, filters]);
  const typed = useRef(words);
  useEffect(() => {
    typed.current = words;
  }, [words]);
  // Stays the same while one types: what depends on it is not drawn anew with every letter.
  const filterBy = useCallback(
    (chosen: Filters) => {
      const wanted = typed.current.trim();
      keep(wanted);
      const address = addressOf({ ...chosen, q: wanted });
      if (address.href !== window.location.href) goOnTo(address);
    },
    [keep],
  );
  return { words, setWords, filters, filterBy };
}

/**
 * The page is told of the address later than it changes: what this screen has `written` itself may be older than what
 * has been typed since. Whatever else changes the address (Back, a link) changes the words.
 */
function useWords(told: string) {
  const [state, setState] = useState(() => ({ words: told, q: told, seen: told, written: none }));
  let { words, q } = state;
  if (told !== state.seen) {
    const own = state.written.indexOf(told);
    if (own < 0) words = q = told;
    setState({ words, q, seen: told, written: own < 0 ? none : state.written.slice(own + 1) });
  }
  const [acts] = useState(() => ({
    setWords: (typed: string) => setState((before) => ({ ...before, words: typed })),
    keep: (wanted: string) =>
      setState((before) =>
        wanted === before.q
          ? before
          : { ...before, q: wanted, written: [...before.written, wanted] },
      ),
  }));
  return { words, q, ...acts };
}

const none: readonly string[] = [];

function addressOf(filters: PeopleFilters): URL {
  const url = new URL(window.location.href);
  url.search = new URLSearchParams(queryOf(filters)).toString();
  return url;
}
