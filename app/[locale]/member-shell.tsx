"use client";

import type { ReactNode } from "react";
import { CountedNavigation } from "./counted-navigation.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { MemberActions } from "./member-actions.tsx";
import { AnnouncementBar } from "#components/announcements/announcement-bar.tsx";
import { MemberGate } from "#components/auth/member-gate.tsx";
import { UndeterminedActions } from "#components/auth/header/visitor-links.tsx";
import { AppShell, type AppShellProps } from "#components/layout/shell/app-shell.tsx";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";

type MemberShellProps = Pick<AppShellProps, "layout" | "immersive" | "children"> & {
  /** See MemberGate. */
  waiting?: ReactNode;
};

/** The frame of the surfaces for signed-in members, with the counters of their features. */
export function MemberShell({ waiting, children, ...frame }: MemberShellProps) {
  const auth = useAuth();
  return (
    <MantineFrame>
      <AppShell
        announcement={<AnnouncementBar />}
        search={<HeaderSearch />}
        actions={
          auth.status === "authenticated" ? (
            <MemberActions user={auth.user} />
          ) : (
            <UndeterminedActions />
          )
        }
        navigation={(className) => <CountedNavigation className={className} />}
        {...frame}
      >
        <MemberGate waiting={waiting}>{children}</MemberGate>
      </AppShell>
    </MantineFrame>
  );
}
