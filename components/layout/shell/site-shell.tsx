import type { ReactNode } from "react";
import { Logo } from "#components/layout/brand/logo.tsx";
import classes from "#components/layout/shell/site-shell.module.css";
import { SkipLink } from "#components/layout/shell/skip-link.tsx";

interface SiteShellProps {
  /** Right side of the header. */
  actions: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of pages that are open to everybody. Its parts for members bring their own MantineFrame. */
export function SiteShell({ actions, footer, children }: SiteShellProps) {
  return (
    <div className={classes.root}>
      <SkipLink />
      <header className={classes.header}>
        <div className={classes.bar}>
          <Logo />
          <div className={classes.actions}>{actions}</div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      {footer}
    </div>
  );
}
