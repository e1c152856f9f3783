"use client";

import { useTranslations } from "next-intl";
import { YearField } from "#components/params/year-field.tsx";
import classes from "#components/people/filters/filter-fields.module.css";

export interface YearFieldsProps {
  years: { start?: number | undefined; end?: number | undefined };
  onChange: (change: { start?: number | undefined } | { end?: number | undefined }) => void;
}

/** Years of study from one to the other; either end may be left open. */
export function YearFields({ years: { start, end }, onChange }: YearFieldsProps) {
  const t = useTranslations("People");
  return (
    <fieldset className={classes.years}>
      <legend className={classes.legend}>{t("years")}</legend>
      <YearField
        optional
        name="start"
        label={t("yearFrom")}
        placeholder={t("year")}
        year={start ?? null}
        onChange={(year) => onChange({ start: year ?? undefined })}
      />
      <YearField
        optional
        name="end"
        label={t("yearTo")}
        placeholder={t("year")}
        year={end ?? null}
        first={start}
        onChange={(year) => onChange({ end: year ?? undefined })}
      />
    </fieldset>
  );
}
