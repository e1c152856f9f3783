import type { ReactNode } from "react";
import classes from "#components/layout/empty-page.module.css";

interface NoticeProps {
  /** Shown large; decoration. */
  sign: ReactNode;
  title: string;
  text: string;
  actions: ReactNode;
}

/** A page that can only say why there is nothing else on it. */
export function Notice({ sign, title, text, actions }: NoticeProps) {
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
