"use client";

import { ChoiceField, type ChoiceFieldProps } from "#components/params/choice-field.tsx";
import type { Choices } from "#components/params/choice-list.tsx";

interface YearFieldProps extends Omit<
  ChoiceFieldProps,
  "value" | "choices" | "onChange" | "inputMode"
> {
  year: number | null;
  years: Omit<Choices, "data"> & { data: readonly number[] | undefined };
  onChange: (year: number | null) => void;
}

/** Chooses one of several years; typed digits filter them, as words do for names. */
export function YearField({ year, years, onChange, ...field }: YearFieldProps) {
  return (
    <ChoiceField
      {...field}
      inputMode="numeric"
      value={year === null ? null : named(year)}
      choices={{ ...years, data: years.data?.map(named) }}
      onChange={(chosen) => onChange(chosen?.id ?? null)}
    />
  );
}

const named = (year: number) => ({ id: year, name: String(year) });
