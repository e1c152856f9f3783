"use client";

import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import type { CategoriesProps } from "#components/categories/categories.tsx";

const load = async () => (await import("#components/categories/category-sheet.tsx")).CategorySheet;
const CategorySheet = dynamic(load, { ssr: false });

/** Opens the tree over the page, where there is no room for it beside the list. */
export function CategorySheetButton(props: Pick<CategoriesProps, "properties" | "surface">) {
  const t = useTranslations("Categories");
  const opener = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const prepare = () => void load().catch(() => null);
  const close = () => {
    setOpened(false);
    opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        fullWidth
        aria-haspopup="dialog"
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden="true" />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        {t("choose")}
      </Button>
      {wanted && <CategorySheet {...props} opened={opened} onClose={close} />}
    </>
  );
}
