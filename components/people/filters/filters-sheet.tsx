"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FilterFields } from "#components/people/filters/filter-fields.tsx";
import classes from "#components/people/filters/filters-sheet.module.css";
import { BottomSheet, SheetFoot, SheetScroll } from "#components/ui/overlays/bottom-sheet.tsx";
import { countOf, type PeopleFilters, withChange } from "#lib/people/filters.ts";

interface FiltersSheetProps {
  opened: boolean;
  filters: PeopleFilters;
  /** Called once with all changes, so that a single Back reverts them. */
  onChange: (filters: PeopleFilters) => void;
  onClose: () => void;
}

/** The filters in a bottom sheet, applied by a button, because the results below cannot be seen. */
export function FiltersSheet({ opened, onClose, ...fields }: FiltersSheetProps) {
  const t = useTranslations("People");
  return (
    <BottomSheet opened={opened} onClose={onClose} title={t("filters")}>
      <Sheet {...fields} onClose={onClose} />
    </BottomSheet>
  );
}

function Sheet({ filters, onChange, onClose }: Omit<FiltersSheetProps, "opened">) {
  const t = useTranslations("People");
  const [draft, setDraft] = useState(filters);
  const show = () => {
    onChange(draft);
    onClose();
  };
  return (
    <>
      <SheetScroll>
        <div className={classes.fields}>
          <FilterFields
            filters={draft}
            onChange={(change) => setDraft((before) => withChange(before, change))}
          />
        </div>
      </SheetScroll>
      <SheetFoot>
        {countOf(draft) > 0 && (
          <Button variant="default" onClick={() => setDraft({ q: draft.q })}>
            {t("reset")}
          </Button>
        )}
        <Button className={classes.show} onClick={show}>
          {t("showFound")}
        </Button>
      </SheetFoot>
    </>
  );
}
