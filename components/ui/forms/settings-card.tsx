import { type ReactNode, useId } from "react";
import classes from "#components/ui/forms/settings-card.module.css";
import { Card } from "#components/ui/card.tsx";

interface SettingsCardProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** One section of a settings page. */
export function SettingsCard({ title, lead, children }: SettingsCardProps) {
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId} className={classes.root}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      <div className={classes.body}>{children}</div>
    </Card>
  );
}
