"use client";

import type { ReactNode } from "react";
import classes from "#components/layout/shell/app-shell.module.css";
import { Logo } from "#components/layout/brand/logo.tsx";
import { SkipLink } from "#components/layout/shell/skip-link.tsx";

export interface AppShellProps {
  /** The operator's announcement, above the header. */
  announcement?: ReactNode;
  /** Beside the logo. */
  search?: ReactNode;
  /** Right side of the header. */
  actions: ReactNode;
  /** Receives the class of its place; null for a visitor, who has no navigation. */
  navigation: ((className: string | undefined) => ReactNode) | null;
  /** Set until the session is known, on a page that visitors open too. */
  perhapsVisitor?: boolean;
  /** "page": a column of at most 1100 px beside the navigation; "full": all of the window below the header. */
  layout?: "page" | "full";
  /** On a phone hides the frame around a screen that has its own header. */
  immersive?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of the signed-in surfaces: header, navigation on the left or, on phones, at the bottom. It contains no
 * MantineFrame.
 */
export function AppShell({
  announcement,
  search,
  actions,
  navigation,
  perhapsVisitor = false,
  layout = "page",
  immersive = false,
  footer,
  children,
}: AppShellProps) {
  return (
    <div
      className={classes.root}
      data-layout={layout}
      data-immersive={immersive}
      data-perhaps-visitor={perhapsVisitor}
    >
      <SkipLink />
      {announcement && <div className={classes.announcement}>{announcement}</div>}
      <header className={classes.header}>
        <Logo />
        {search && <div className={classes.search}>{search}</div>}
        <div className={classes.actions}>{actions}</div>
      </header>
      <div className={classes.columns}>
        {navigation?.(classes.navigation)}
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
      {footer}
    </div>
  );
}
