"use client";

import { useTranslations } from "next-intl";
import classes from "#components/account/form.module.css";

interface FormSkeletonProps {
  fields: number;
  columns: 1 | 2;
}

/** Loading: labels, fields and a button of the real size. */
export function FormSkeleton({ fields, columns }: FormSkeletonProps) {
  const t = useTranslations("Settings");
  return (
    <div role="status" aria-label={t("loading")} className={classes.form}>
      <div className={classes.fields} data-columns={columns}>
        {Array.from({ length: fields }, (_, field) => (
          <div key={field}>
            <span className={classes.skeletonLabel} />
            <span className={classes.skeletonInput} />
          </div>
        ))}
      </div>
      <span className={classes.skeletonButton} />
    </div>
  );
}
