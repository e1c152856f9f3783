"use client";

import { useTranslations } from "next-intl";
import classes from "#components/layout/shell/skip-link.module.css";

/** The first focusable element, which skips the header to `#main`. */
export function SkipLink() {
  const t = useTranslations("Layout");
  return (
    <a href="#main" className={classes.root}>
      {t("skipToContent")}
    </a>
  );
}
