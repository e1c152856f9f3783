"use client";

import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Checkbox } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "#components/periods/period-fields.module.css";
import { YearField } from "#components/params/year-field.tsx";
import { type PeriodDraft, withStart, withUntilNow } from "#lib/periods/period-draft.ts";

type Years = Pick<PeriodDraft, "start" | "end" | "until_now">;

interface PeriodFieldsProps {
  years: Years;
  errors: { start: string | undefined; end: string | undefined };
  /** The fields before are filled in, so the form takes the focus here. */
  focused?: boolean;
  onChange: (changed: Partial<Years>) => void;
}

/** The first and the last year of a period, or until now. */
export function PeriodFields({ years: { start, end, until_now }, ...rest }: PeriodFieldsProps) {
  const { errors, focused = false, onChange } = rest;
  const t = useTranslations("Params");
  return (
    <>
      <YearField
        data-autofocus={focused || undefined}
        name="start"
        label={t("start")}
        year={start}
        error={errors.start}
        onChange={(year) => onChange(withStart(year, end))}
      />
      <YearField
        name="end"
        label={t("end")}
        year={end}
        first={start ?? undefined}
        error={errors.end}
        waitsFor={until_now ? t("untilNow") : start === null ? t("startFirst") : undefined}
        onChange={(year) => onChange({ end: year })}
      />
      <Checkbox
        classNames={{
          root: classes.untilNow,
          body: classes.body,
          label: classes.label,
          input: classes.box,
        }}
        label={t("untilNow")}
        checked={until_now}
        // The checkbox also replaces the last year, so its error disappears.
        onChange={(event) => onChange(withUntilNow(event.currentTarget.checked, end))}
      />
    </>
  );
}
