import type { Ref } from "react";
import classes from "#components/ui/failure-alert.module.css";

interface FailureAlertProps {
  ref?: Ref<HTMLDivElement>;
  title: string;
  text: string;
}

/** Screen readers announce this alert when it appears. It needs no MantineFrame, as components/ui/controls/light-button.tsx. */
export function FailureAlert({ ref, title, text }: FailureAlertProps) {
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={classes.root}>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
    </div>
  );
}
