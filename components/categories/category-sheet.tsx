"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Categories, type CategoriesProps } from "#components/categories/categories.tsx";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import { useChoice } from "#components/categories/use-choice.ts";
import { BottomSheet, SheetFoot, SheetScroll } from "#components/ui/overlays/bottom-sheet.tsx";
import { categoriesQuery } from "#lib/categories/queries.ts";
import { findPath, type Properties, totalOf } from "#lib/categories/tree.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";

interface CategorySheetProps extends Pick<CategoriesProps, "properties" | "surface"> {
  opened: boolean;
  onClose: () => void;
}

/** The tree in a bottom sheet; choosing a node without children closes it. */
export function CategorySheet({ opened, onClose, ...tree }: CategorySheetProps) {
  const t = useTranslations("Categories");
  const count = useChosenTotal(tree.properties);
  return (
    <MantineFrame>
      <BottomSheet opened={opened} onClose={onClose} title={t("choose")}>
        <SheetScroll>
          <Categories
            {...tree}
            onChoose={(node) => {
              if (node.childrens.length === 0) onClose();
            }}
          />
        </SheetScroll>
        {count !== undefined && (
          <SheetFoot>
            <Button fullWidth onClick={onClose}>
              {t("show", { count, total: formatNumber(count) })}
            </Button>
          </SheetFoot>
        )}
      </BottomSheet>
    </MantineFrame>
  );
}

/** The number of institutions in the chosen node, or of all without a choice; undefined until known. */
function useChosenTotal(properties: Properties): number | undefined {
  const choice = useChoice(properties);
  const { data } = useQuery(categoriesQuery(useLocale()));
  if (!data) return undefined;
  return findPath(data, properties, choice)?.at(-1)?.total ?? totalOf(data);
}
