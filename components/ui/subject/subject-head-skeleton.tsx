"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import hidden from "#components/ui/hidden-text.module.css";
import { FilledText } from "#components/ui/subject/filled-text.tsx";
import classes from "#components/ui/subject/subject-head.module.css";

/**
 * The head of a page about an institution or a class while it loads, with the name that the server wrote into the page.
 * What stands below the name and does not depend on the subject is there already.
 */
export function SubjectHeadSkeleton({ children }: { children?: ReactNode }) {
  const t = useTranslations("Layout");
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <span className={classes.sign} />
        <div className={classes.text}>
          <FilledText as="h1" name="title" className={classes.name} />
          <FilledText as="p" name="place" className={classes.detail} />
        </div>
        <span role="status" aria-label={t("loading")} className={hidden.hidden} />
      </div>
      {children}
    </Card>
  );
}
