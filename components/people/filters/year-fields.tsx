"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { ChoiceField } from "#components/params/choice-field.tsx";
import type { Choices } from "#components/params/choice-list.tsx";
import classes from "#components/people/filters/filter-fields.module.css";
import { endYearsQuery, startYearsQuery } from "#lib/params/queries.ts";
import type { Named } from "#lib/params/schema.ts";

interface YearFieldsProps {
  years: { start?: number; end?: number };
  onChange: (change: { start?: number | undefined } | { end?: number | undefined }) => void;
}

/** Years of study from one to the other; either end may be left open. */
export function YearFields({ years: { start, end }, onChange }: YearFieldsProps) {
  const t = useTranslations("People");
  const locale = useLocale();
  const starts = useQuery(startYearsQuery(locale));
  const ends = useQuery(endYearsQuery(locale, start));
  return (
    <fieldset className={classes.years}>
      <legend className={classes.legend}>{t("years")}</legend>
      <ChoiceField
        optional
        name="start"
        label={t("yearFrom")}
        inputMode="numeric"
        placeholder={t("year")}
        value={namedOf(start)}
        choices={choicesOf(starts)}
        onChange={(year) => onChange({ start: year?.id })}
      />
      <ChoiceField
        optional
        name="end"
        label={t("yearTo")}
        inputMode="numeric"
        placeholder={t("year")}
        value={namedOf(end)}
        choices={choicesOf(ends)}
        onChange={(year) => onChange({ end: year?.id })}
      />
    </fieldset>
  );
}

const namedOf = (year: number | undefined): Named | null =>
  year === undefined ? null : { id: year, name: String(year) };

const choicesOf = ({
  data,
  ...query
}: Omit<Choices, "data"> & { data: readonly number[] | undefined }): Choices => ({
  ...query,
  data: data?.map((year) => ({ id: year, name: String(year) })),
});
