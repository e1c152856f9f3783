"use client";

import { useMemo } from "react";
import { ChoiceField, type ChoiceFieldProps } from "#components/params/choice-field.tsx";
import { yearsSince } from "#lib/params/schema.ts";

interface YearFieldProps extends Omit<
  ChoiceFieldProps,
  "value" | "choices" | "onChange" | "inputMode"
> {
  year: number | null;
  /** The earliest year to choose; without it the earliest of all. */
  first?: number | undefined;
  onChange: (year: number | null) => void;
}

/** Chooses a year up to the current one; typed digits filter them, as words do for names. */
export function YearField({ year, first, onChange, ...field }: YearFieldProps) {
  const data = useMemo(() => yearsSince(first).map(named), [first]);
  return (
    <ChoiceField
      {...field}
      inputMode="numeric"
      value={year === null ? null : named(year)}
      choices={{ ...known, data }}
      onChange={(chosen) => onChange(chosen?.id ?? null)}
    />
  );
}

/** The years need no request, so they neither load nor fail. */
const known = { error: null, isFetching: false, refetch: () => undefined };

const named = (year: number) => ({ id: year, name: String(year) });
