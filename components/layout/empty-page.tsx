import type { ReactNode } from "react";
import classes from "#components/layout/empty-page.module.css";

interface EmptyPageProps {
  /** Shown large, as decoration. */
  sign: ReactNode;
  title: string;
  text: string;
  actions: ReactNode;
}

/** A page that only says why it has no content. */
export function EmptyPage({ sign, title, text, actions }: EmptyPageProps) {
  return (
    <div className={classes.root}>
      <div className={classes.sign} aria-hidden="true">
        {sign}
      </div>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
