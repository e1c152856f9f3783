"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { memo } from "react";
import type { FilterFieldsProps } from "#components/people/filters/filter-fields.tsx";
import classes from "#components/people/filters-aside.module.css";
import { Card } from "#components/ui/card.tsx";

const load = async () =>
  (await import("#components/people/filters/filter-fields.tsx")).FilterFields;
const FilterFields = dynamic(load, { ssr: false, loading: () => <Skeleton /> });

/** The filters beside the results; not drawn anew with every letter that is typed. */
export const FiltersAside = memo(function FiltersAside(fields: FilterFieldsProps) {
  const t = useTranslations("People");
  return (
    <Card as="section" aria-label={t("filters")} className={classes.aside}>
      <h2 className={classes.title}>{t("filters")}</h2>
      <FilterFields {...fields} />
    </Card>
  );
});

const fieldsShown = 6;

function Skeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {Array.from({ length: fieldsShown }, (_, field) => (
        <span key={field} className={classes.skeletonField} />
      ))}
    </div>
  );
}
