"use client";

import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/people/filters/filter-chips.module.css";
import { useYearsText } from "#components/people/filters/use-years-text.ts";
import { isNotFound } from "#lib/api/api-failure.ts";
import { objectQuery, positionsQuery, regionPathQuery, spheresQuery } from "#lib/params/queries.ts";
import type { Named } from "#lib/params/schema.ts";
import {
  type FilterChange,
  type FilterGroup,
  filterGroups,
  type Filters,
  isSet,
  without,
  withoutAll,
} from "#lib/people/filters.ts";

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
      {/* Beside the button to the filters there is always room for it, behind the chips often not. */}
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

/** The chosen filters as texts; without a name yet, the kind of the filter. */
function useFilterLabels(filters: Filters): { group: FilterGroup; label: string }[] {
  const t = useTranslations("People");
  const names = useFilterNames(filters);
  const yearsText = useYearsText();
  const labelOf = ([name]: FilterGroup) =>
    name === "start" ? yearsText(filters) : (names[name] ?? t(kinds[name]));
  return filterGroups
    .filter((group) => isSet(filters, group))
    .map((group) => ({ group, label: labelOf(group) }));
}

const kinds = {
  region_id: "region",
  object_id: "object",
  sphere_id: "sphere",
  position_id: "position",
} as const;

function useFilterNames({ region_id, object_id, sphere_id, position_id }: Filters) {
  const t = useTranslations("People");
  const locale = useLocale();
  const isChosen = (id: number | undefined) => ({ enabled: id !== undefined });
  const path = useQuery({ ...regionPathQuery(locale, region_id ?? 0), ...isChosen(region_id) });
  const object = useQuery({ ...objectQuery(locale, object_id ?? 0), ...isChosen(object_id) });
  const spheres = useQuery({ ...spheresQuery(locale), ...isChosen(sphere_id) });
  const positions = useQuery({ ...positionsQuery(locale, sphere_id), ...isChosen(position_id) });
  return {
    region_id: path.data?.at(-1)?.name,
    object_id: object.data?.name ?? (isNotFound(object.error) ? t("objectMissing") : undefined),
    sphere_id: nameIn(spheres.data, sphere_id),
    position_id: nameIn(positions.data, position_id),
  };
}

const nameIn = (list: readonly Named[] | undefined, id: number | undefined) =>
  list?.find((named) => named.id === id)?.name;
