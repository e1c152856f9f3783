"use client";

import { useTranslations } from "next-intl";
import classes from "#components/institutions/institution-results.module.css";

const rows = 8;

/** The skeleton while the list loads. */
export function InstitutionSkeleton() {
  const t = useTranslations("Layout");
  return (
    <div role="status" aria-label={t("loading")}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          <span className={classes.icon} data-skeleton />
          <span className={classes.lines}>
            <span className={classes.line} style={{ width: `${48 + ((row * 17) % 30)}%` }} />
            <span className={classes.line} style={{ width: `${24 + ((row * 11) % 20)}%` }} />
          </span>
        </div>
      ))}
    </div>
  );
}
