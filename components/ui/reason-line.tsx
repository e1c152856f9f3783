import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "#components/ui/reason-line.module.css";

interface ReasonLineProps {
  Icon?: TablerIcon;
  children: ReactNode;
  /** An element after the text that is never cut. */
  whole?: ReactNode;
}

/** A reason under a name, cut where it is longer than the row; pointing at it shows the whole of it. */
export function ReasonLine({ Icon, children, whole }: ReasonLineProps) {
  return (
    <span className={classes.line}>
      {Icon && <Icon className={classes.icon} size={16} stroke={1.6} aria-hidden="true" />}
      <span className={classes.words}>
        <span
          className={classes.text}
          data-shared={whole ? "" : undefined}
          title={typeof children === "string" ? children : undefined}
        >
          {children}
        </span>{" "}
        {whole && <span className={classes.whole}>{whole}</span>}
      </span>
    </span>
  );
}
