"use client";

import { useTranslations } from "next-intl";
import classes from "#components/categories/category-tree.module.css";

/** The number of rows in S-CATEGORIES. */
const skeletonRows = 10;

/** The skeleton while the tree loads. */
export function CategorySkeleton() {
  const t = useTranslations("Layout");
  return (
    <div role="status" aria-label={t("loading")} className={classes.tree}>
      {Array.from({ length: skeletonRows }, (_, row) => (
        <div key={row} className={classes.skeletonRow} data-skeleton-row>
          <span className={classes.skeletonIcon} />
          <span className={classes.skeletonLine} style={{ width: `${34 + ((row * 17) % 28)}%` }} />
          <span className={`${classes.skeletonLine} ${classes.skeletonTotal}`} />
        </div>
      ))}
    </div>
  );
}
