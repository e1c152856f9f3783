"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import classes from "#components/people/filters/filters-button.module.css";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { countOf, type PeopleFilters } from "#lib/people/filters.ts";

const fetchSheet = () => import("#components/people/filters/filters-sheet.tsx");

interface FiltersButtonProps {
  filters: PeopleFilters;
  onChange: (filters: PeopleFilters) => void;
}

/** Opens the filters over the page, where there is no room for them beside the results. */
export function FiltersButton({ filters, onChange }: FiltersButtonProps) {
  const t = useTranslations("People");
  const opener = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState({ opened: false, times: 0 });
  const fetchAhead = () => void fetchSheet().catch(() => null);
  const count = countOf(filters);
  const close = () => {
    setAsked((before) => ({ ...before, opened: false }));
    opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        className={classes.button}
        aria-haspopup="dialog"
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden="true" />}
        rightSection={count > 0 && <Count count={count} />}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setAsked(({ times }) => ({ opened: true, times: times + 1 }))}
      >
        {t("filters")}
      </Button>
      {asked.times > 0 && (
        <SheetOnDemand
          key={asked.times}
          opened={asked.opened}
          filters={filters}
          onChange={onChange}
          onClose={close}
        />
      )}
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

function SheetOnDemand(sheet: FiltersButtonProps & { opened: boolean; onClose: () => void }) {
  const part = useOnDemand(fetchSheet, sheet.onClose);
  return part && <part.FiltersSheet {...sheet} />;
}
