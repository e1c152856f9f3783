"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import classes from "#components/reports/report-dialog.module.css";
import { type ReportInput, reportReasons } from "#lib/reports/schema.ts";

interface ReasonFieldProps {
  name: string;
  /** Empty before a choice. */
  value: ReportInput["reason"] | "";
  error: string | undefined;
  onChange: (reason: ReportInput["reason"]) => void;
}

/** One of the reasons, below each other: the arrow keys choose. */
export function ReasonField({ name, value, error, onChange }: ReasonFieldProps) {
  const t = useTranslations("Reports");
  const id = useId();
  const [legendId, errorId] = [`${id}-legend`, `${id}-error`];
  return (
    <div
      role="radiogroup"
      aria-labelledby={legendId}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <span id={legendId} className={classes.legend}>
        {t("reason")}
      </span>
      {reportReasons.map((reason, index) => (
        <label key={reason} className={classes.reason}>
          <input
            type="radio"
            name={name}
            value={reason}
            checked={reason === value}
            data-autofocus={index === 0 || undefined} // of the dialog around it
            onChange={() => onChange(reason)}
          />
          {t(reason)}
        </label>
      ))}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
