import type { ReactNode } from "react";
import classes from "#components/auth/confirmation/message-card.module.css";

interface MessageCardProps {
  icon: ReactNode;
  tone?: "calm" | "failure";
  title: string;
  text: ReactNode;
  hint?: ReactNode;
  /** Buttons and links, the main one first. */
  actions?: ReactNode;
}

/** An account screen with a message instead of a form. */
export function MessageCard({ icon, tone = "calm", title, text, hint, actions }: MessageCardProps) {
  return (
    <div className={classes.root}>
      <span className={classes.icon} data-tone={tone} aria-hidden="true">
        {icon}
      </span>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
