"use client";

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Button, CloseButton, Drawer } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FilterFields } from "#components/people/filter-fields.tsx";
import classes from "#components/people/filters-sheet.module.css";
import { useCloseOnBack } from "#components/ui/use-close-on-back.ts";
import { countOf, type PeopleFilters, withChange } from "#lib/people/filters.ts";

interface FiltersSheetProps {
  opened: boolean;
  filters: PeopleFilters;
  /** Once, with all that was chosen: one step back undoes it. */
  onChange: (filters: PeopleFilters) => void;
  onClose: () => void;
}

const transition = { transition: "slide-up", duration: 200 } as const; // specification §9

/** The filters in a sheet from below. They hold once they are applied: what is under the sheet cannot be seen. */
export function FiltersSheet({ opened, onClose, ...fields }: FiltersSheetProps) {
  const t = useTranslations("People");
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      returnFocus={false}
      withCloseButton={false}
      attributes={{ content: { "aria-label": t("filters") } }}
      size="85dvh"
      padding={0}
      transitionProps={transition}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Sheet {...fields} onClose={onClose} />
    </Drawer>
  );
}

function Sheet({ filters, onChange, onClose }: Omit<FiltersSheetProps, "opened">) {
  const t = useTranslations("People");
  const [draft, setDraft] = useState(filters);
  useCloseOnBack(onClose);
  const show = () => {
    onChange(draft);
    onClose();
  };
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t("filters")}</h2>
        <CloseButton aria-label={t("close")} size={44} iconSize={20} onClick={onClose} />
      </div>
      <div className={classes.fields}>
        <FilterFields
          filters={draft}
          onChange={(change) => setDraft((before) => withChange(before, change))}
        />
      </div>
      <div className={classes.foot}>
        {countOf(draft) > 0 && (
          <Button variant="default" onClick={() => setDraft({ q: draft.q })}>
            {t("reset")}
          </Button>
        )}
        <Button className={classes.show} onClick={show}>
          {t("showFound")}
        </Button>
      </div>
    </>
  );
}
