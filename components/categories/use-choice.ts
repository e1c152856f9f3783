"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { idText } from "#lib/http/schema.ts";
import type { Choice, Properties } from "#lib/categories/tree.ts";

/** What the address chooses; parameters that are no id choose nothing. Suspends while prerendering. */
export function useChoice(properties: Properties): Choice {
  const query = useSearchParams();
  return useMemo(() => {
    const given = properties.map((name) => [name, query.get(name) ?? ""] as const);
    return Object.fromEntries(given.filter(([, id]) => idText.safeParse(id).success));
  }, [query, properties]);
}
