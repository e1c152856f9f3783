import type { ReactNode } from "react";
import classes from "#components/profile/profile-header.module.css";
import { Card } from "#components/ui/card.tsx";

interface ProfileHeaderProps {
  fullname: string;
  picture: ReactNode;
  /** Lines under the name. */
  children?: ReactNode;
  counters: ReactNode;
  actions: ReactNode;
  /** Several buttons take a line of their own. */
  actionsStand: "beside" | "below";
}

export function ProfileHeader({
  fullname,
  picture,
  children,
  counters,
  actions,
  actionsStand,
}: ProfileHeaderProps) {
  return (
    <Card as="section" className={classes.header} data-actions={actionsStand} aria-label={fullname}>
      <div className={classes.picture}>{picture}</div>
      <div className={classes.text}>
        <h1 className={classes.name}>{fullname}</h1>
        <div className={classes.lines}>{children}</div>
        {counters}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </Card>
  );
}

/** A line under the name. */
export function HeaderLine({ children }: { children: ReactNode }) {
  return <p className={classes.line}>{children}</p>;
}
