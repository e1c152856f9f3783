"use client";

import type { ReactNode } from "react";
import classes from "#components/layout/shell/app-shell.module.css";
import { Logo } from "#components/layout/brand/logo.tsx";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import {
  type MemberCounts,
  MemberNavigation,
} from "#components/layout/shell/member-navigation.tsx";
import { SkipLink } from "#components/layout/shell/skip-link.tsx";

export interface AppShellProps {
  /** Above the header, of what the operator says to all members. */
  announcement?: ReactNode;
  /** Beside the logo. */
  search?: ReactNode;
  /** Right side of the header. */
  actions: ReactNode;
  /** Counts beside the navigation entries; null for a visitor, who has no navigation. */
  counts: MemberCounts | null;
  /** Set on a page that visitors open too, until the session is known. */
  perhapsVisitor?: boolean;
  /** "page": a column of at most 1100 px beside the navigation; "full": all of the window below the header. */
  layout?: "page" | "full";
  /** On a phone hides the frame around a screen that has its own header. */
  immersive?: boolean;
  children: ReactNode;
}

/** The frame of the signed-in surfaces: header, navigation on the left or, on phones, at the bottom. */
export function AppShell({
  announcement,
  search,
  actions,
  counts,
  perhapsVisitor = false,
  layout = "page",
  immersive = false,
  children,
}: AppShellProps) {
  return (
    <MantineFrame>
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
          {counts && <MemberNavigation counts={counts} className={classes.navigation} />}
          <main id="main" tabIndex={-1} className={classes.main}>
            {children}
          </main>
        </div>
      </div>
    </MantineFrame>
  );
}
