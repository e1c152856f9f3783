"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/people/filters/filters-button.module.css";
import { useDialog } from "#components/ui/overlays/use-dialog.ts";
import { countOf, type PeopleFilters } from "#lib/people/filters.ts";

const fetchSheet = async () =>
  (await import("#components/people/filters/filters-sheet.tsx")).FiltersSheet;

interface FiltersButtonProps {
  filters: PeopleFilters;
  onChange: (filters: PeopleFilters) => void;
}

/** Opens the filters over the page, where there is no room for them beside the results. */
export function FiltersButton({ filters, onChange }: FiltersButtonProps) {
  const t = useTranslations("People");
  const { open, dialog } = useDialog(fetchSheet, (_: null, key: number) => ({
    filters,
    onChange,
    key,
  }));
  const fetchAhead = () => void fetchSheet().catch(() => null);
  const count = countOf(filters);
  return (
    <>
      <Button
        variant="default"
        className={classes.button}
        aria-haspopup="dialog"
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden="true" />}
        rightSection={count > 0 && <Count count={count} />}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={({ currentTarget }) => {
          currentTarget.focus(); // Safari does not focus a clicked button
          open(null);
        }}
      >
        {t("filters")}
      </Button>
      {dialog}
    </>
  );
}

function Count({ count }: { count: number }) {
  const t = useTranslations("People");
  return (
    <>
      <span className={classes.count} aria-hidden="true">
        {count}
      </span>
      <VisuallyHidden>{t("filtersChosen", { count: String(count) })}</VisuallyHidden>
    </>
  );
}
