import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "#components/people/reason-line.module.css";

/** A reason under a name. It may be longer than the row is wide. */
export function ReasonLine({ Icon, children }: { Icon?: TablerIcon; children: ReactNode }) {
  return (
    <span className={classes.line}>
      {Icon && <Icon className={classes.icon} size={16} stroke={1.6} aria-hidden="true" />}
      <span className={classes.text}>{children}</span>
    </span>
  );
}
