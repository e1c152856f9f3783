"use client";

import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/people/filters/filter-chips.module.css";
import { useFilterLabels } from "#components/people/filters/filter-labels.ts";
import { type FilterChange, type Filters, without, withoutAll } from "#lib/people/filters.ts";

interface FilterChipsProps {
  filters: Filters;
  /** Called when a pressed chip disappears, which would lose the focus. */
  onChange: (change: FilterChange) => void;
  /** The button to the filters, where they do not stand beside the results. */
  children?: ReactNode;
}

/** The chosen filters, each with a button to remove it, and one button for all. */
export function FilterChips({ filters, onChange, children }: FilterChipsProps) {
  const t = useTranslations("People");
  const chosen = useFilterLabels(filters);
  if (chosen.length === 0 && !children) return null;
  const clear = chosen.length > 0 && (
    <button type="button" className={classes.clear} onClick={() => onChange(withoutAll)}>
      {t("clearFilters")}
    </button>
  );
  return (
    <div className={classes.line}>
      {children}
      {/* Beside the way to the filters there is room for it always, after the chips often not. */}
      {children && clear}
      {chosen.length > 0 && (
        <ul className={classes.chips} aria-label={t("chosenFilters")}>
          {chosen.map(({ group, label }) => (
            <li key={group[0]}>
              <button
                type="button"
                className={classes.chip}
                title={label}
                aria-label={t("removeFilter", { filter: label })}
                onClick={() => onChange(without(group))}
              >
                <span className={classes.label}>{label}</span>
                <IconX size={16} stroke={1.8} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!children && clear}
    </div>
  );
}
