"use client";

import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { CategoriesProps } from "#components/categories/categories.tsx";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";

const fetchSheet = async () => ({
  Sheet: (await import("#components/categories/category-sheet.tsx")).CategorySheet,
});

/** Opens the tree in a sheet where there is no room for it beside the list. */
export function CategorySheetButton(props: Pick<CategoriesProps, "properties" | "surface">) {
  const t = useTranslations("Categories");
  const opener = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const fetchAhead = () => void fetchSheet().catch(() => null);
  const close = () => {
    setOpened(false);
    opener.current?.focus();
  };
  const part = useOnDemand(fetchSheet, close, wanted);
  return (
    <>
      <LightButton
        ref={opener}
        variant="default"
        fullWidth
        aria-haspopup="dialog"
        icon={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden="true" />}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        {t("choose")}
      </LightButton>
      {part && <part.Sheet {...props} opened={opened} onClose={close} />}
    </>
  );
}
