"use client";

import { IconSitemap } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { CategorySkeleton } from "#components/categories/category-skeleton.tsx";
import { CategoryTree } from "#components/categories/category-tree.tsx";
import { EmptyState, NotLoaded } from "#components/ui/list-states.tsx";
import { categoriesQuery } from "#lib/categories/queries.ts";
import type { CategoryNode } from "#lib/categories/schema.ts";
import { allAnd, type Properties } from "#lib/categories/tree.ts";
import type { Surface } from "#lib/site/surfaces.ts";

export interface CategoriesProps {
  properties: Properties;
  surface: Surface;
  onChoose?: (node: CategoryNode) => void;
}

/** The tree of the kinds of institution, below a node for all of them, in its four states. */
export function Categories(props: CategoriesProps) {
  const t = useTranslations("Categories");
  const query = useQuery(categoriesQuery(useLocale()));
  const { data } = query;
  if (!data) return <NotLoaded query={query} skeleton={<CategorySkeleton />} />;
  if (data.length === 0) return <EmptyState Icon={IconSitemap} title={t("empty")} />;
  return <CategoryTree label={t("title")} nodes={allAnd(data, t("all"))} {...props} />;
}
