"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Categories, type CategoriesProps } from "#components/categories/categories.tsx";
import { useChosenTotal } from "#components/categories/use-chosen-total.ts";
import { BottomSheet, SheetFoot, SheetScroll } from "#components/ui/overlays/bottom-sheet.tsx";
import { formatNumber } from "#lib/i18n/format.ts";

interface CategorySheetProps extends Pick<CategoriesProps, "properties" | "surface"> {
  opened: boolean;
  onClose: () => void;
}

/** The tree in a sheet from below: a node without others below it is the end of the choice and closes it. */
export function CategorySheet({ opened, onClose, ...tree }: CategorySheetProps) {
  const t = useTranslations("Categories");
  const count = useChosenTotal(tree.properties);
  return (
    <BottomSheet opened={opened} onClose={onClose} title={t("choose")} closeLabel={t("close")}>
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
  );
}
