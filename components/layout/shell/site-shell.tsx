import type { ReactNode } from "react";
import { Logo } from "#components/layout/brand/logo.tsx";
import classes from "#components/layout/shell/site-shell.module.css";
import { SkipLink } from "#components/layout/shell/skip-link.tsx";

interface SiteShellProps {
  /** The operator's announcement, above the header. */
  announcement?: ReactNode;
  /** Beside the logo. */
  search?: ReactNode;
  /** Right side of the header. */
  actions: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of pages that are open to everybody. Its parts for members bring their own MantineFrame. */
export function SiteShell({ announcement, search, actions, footer, children }: SiteShellProps) {
  return (
    <div className={classes.root}>
      <SkipLink />
      {announcement}
      <header className={classes.header}>
        <div className={classes.bar}>
          <Logo />
          {search && <div className={classes.search}>{search}</div>}
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
