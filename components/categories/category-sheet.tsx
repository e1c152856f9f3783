"use client";

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Button, CloseButton, Drawer } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Categories, type CategoriesProps } from "#components/categories/categories.tsx";
import classes from "#components/categories/category-sheet.module.css";
import { useChosenTotal } from "#components/categories/use-chosen-total.ts";
import { formatNumber } from "#lib/format.ts";

interface CategorySheetProps extends Pick<CategoriesProps, "properties" | "surface"> {
  opened: boolean;
  onClose: () => void;
}

const transition = { transition: "slide-up", duration: 200 } as const; // specification §9

/** The tree in a sheet from below: a node without others below it is the end of the choice and closes it. */
export function CategorySheet({ opened, onClose, ...tree }: CategorySheetProps) {
  const t = useTranslations("Categories");
  const count = useChosenTotal(tree.properties);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      returnFocus={false}
      withCloseButton={false}
      attributes={{ content: { "aria-label": t("choose") } }}
      size="85dvh"
      padding={0}
      transitionProps={transition}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <div className={classes.head}>
        <h2 className={classes.heading}>{t("choose")}</h2>
        <CloseButton aria-label={t("close")} size={44} iconSize={20} onClick={onClose} />
      </div>
      <div className={classes.tree}>
        <Categories
          {...tree}
          onChoose={(node) => {
            if (node.childrens.length === 0) onClose();
          }}
        />
      </div>
      {count !== undefined && (
        <div className={classes.done}>
          <Button fullWidth onClick={onClose}>
            {t("show", { count, total: formatNumber(count) })}
          </Button>
        </div>
      )}
    </Drawer>
  );
}
