"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useChoice } from "#components/categories/use-choice.ts";
import { totalOf } from "#lib/categories/all-categories.ts";
import { categoriesQuery } from "#lib/categories/queries.ts";
import { findPath, type Properties } from "#lib/categories/tree.ts";

/** How many institutions the chosen node holds, all of them without a choice; undefined until it is known. */
export function useChosenTotal(properties: Properties): number | undefined {
  const choice = useChoice(properties);
  const { data } = useQuery(categoriesQuery(useLocale()));
  if (!data) return undefined;
  return findPath(data, properties, choice)?.at(-1)?.total ?? totalOf(data);
}
