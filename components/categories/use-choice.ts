"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { idText } from "#lib/http/schema.ts";
import type { CategoryChoice, Properties } from "#lib/categories/tree.ts";

/** The choice in the address; parameters that are no id are ignored. Suspends while prerendering. */
export function useChoice(properties: Properties): CategoryChoice {
  const query = useSearchParams();
  return useMemo(() => {
    const given = properties.map((name) => [name, query.get(name) ?? ""] as const);
    return Object.fromEntries(given.filter(([, id]) => idText.safeParse(id).success));
  }, [query, properties]);
}
