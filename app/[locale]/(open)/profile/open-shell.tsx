"use client";

import { createElement, type ReactNode } from "react";
import classes from "./open-shell.module.css";
import { HeaderActions, MemberSearch } from "#app/[locale]/header-actions.tsx";
import { useMemberHeader } from "#app/[locale]/use-member-header.ts";
import { AnnouncementBar } from "#components/announcements/announcement-bar.tsx";
import { MemberGate } from "#components/auth/member-gate.tsx";
import { AppShell } from "#components/layout/shell/app-shell.tsx";
import { MemberNavigation } from "#components/layout/shell/member-navigation.tsx";
import { RowsSkeleton } from "#components/ui/list-states.tsx";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside } from "#lib/auth/auth-state.ts";

const uncounted = { pending: 0, unread: 0 };

/**
 * The frame of a page that shows something to visitors and unverified members too; the page itself distinguishes them.
 */
export function OpenShell({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const header = useMemberHeader();
  if (isOutside(auth))
    return (
      <AppShell actions={<HeaderActions header={header} />} navigation={null}>
        {children}
      </AppShell>
    );
  return (
    <AppShell
      announcement={<AnnouncementBar />}
      search={<MemberSearch header={header} />}
      actions={<HeaderActions header={header} />}
      navigation={(className) =>
        header ? (
          createElement(header.CountedNavigation, { className })
        ) : (
          <MemberNavigation counts={uncounted} className={className} />
        )
      }
      perhapsVisitor={auth.status === "undetermined"}
    >
      <MemberGate waiting={<OpenWaiting />}>{children}</MemberGate>
    </AppShell>
  );
}

/** The page of an institution or a class until it is known who reads it: its name is there already. */
function OpenWaiting() {
  return (
    <div className={classes.page}>
      <div>
        <span className={classes.backRoom} />
        <SubjectHeadSkeleton />
      </div>
      <RowsSkeleton rows={6} />
    </div>
  );
}
