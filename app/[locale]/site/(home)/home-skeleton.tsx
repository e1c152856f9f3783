"use client";

import { useTranslations } from "next-intl";
import classes from "./home-skeleton.module.css";

/** As high as a screen, so that nothing below it moves while the member's blocks take its place. */
export function HomeSkeleton() {
  const t = useTranslations("Layout");
  return (
    <div role="status" aria-label={t("loading")} className={classes.root}>
      <span className={classes.title} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Block rows={3} />
          <Block rows={2} />
        </div>
        <div className={classes.column}>
          <Block rows={1} />
          <Block rows={2} />
        </div>
      </div>
    </div>
  );
}

function Block({ rows }: { rows: number }) {
  return (
    <div className={classes.block}>
      <span className={classes.head} />
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={classes.row}>
          <span className={classes.face} />
          <span className={classes.line} />
        </span>
      ))}
    </div>
  );
}
