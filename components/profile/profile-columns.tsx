import type { ReactNode, Ref } from "react";
import classes from "#components/profile/profile.module.css";

interface ProfilePageProps {
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The sections of a profile below each other; may be given the focus. */
export function ProfilePage({ ref, children }: ProfilePageProps) {
  return (
    <div ref={ref} tabIndex={-1} className={classes.page}>
      {children}
    </div>
  );
}

interface ProfileColumnsProps {
  first: ReactNode;
  second: ReactNode;
  /** Which of the two is the wider one. */
  wider?: "first";
}

/** Two sections beside each other where there is room; an empty one leaves its place to the other. */
export function ProfileColumns({ first, second, wider }: ProfileColumnsProps) {
  return (
    <div className={classes.room}>
      <div className={classes.columns} data-wider={wider}>
        <div className={classes.column}>{first}</div>
        <div className={classes.column}>{second}</div>
      </div>
    </div>
  );
}
