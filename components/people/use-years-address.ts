"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { filtersOf, queryOf, withChange } from "#lib/people/filters.ts";
import type { Years } from "#lib/people/queries.ts";

/** The years of study that the address asks for; Back undoes a change. Suspends while prerendering. */
export function useYearsAddress() {
  const query = useSearchParams();
  const years = useMemo(() => yearsOf(query), [query]);
  const change = (changed: { start?: number | undefined; end?: number | undefined }) => {
    const { start, end } = withChange({ ...years, q: "" }, changed);
    const url = new URL(window.location.href);
    url.search = new URLSearchParams(
      queryOf({ ...(start && { start }), ...(end && { end }) }),
    ).toString();
    if (url.href !== window.location.href) window.history.pushState(null, "", url);
  };
  return { years, change };
}

function yearsOf(query: URLSearchParams): Years {
  const { start, end } = filtersOf(query);
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}
