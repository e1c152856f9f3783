"use client";

import { createElement, type ReactNode } from "react";
import { memberHomePart } from "./member-home-part.ts";
import { HeaderActions, MemberSearch } from "#app/[locale]/header-actions.tsx";
import { useForMembers } from "#app/[locale]/use-for-members.ts";
import { AnnouncementBar } from "#components/announcements/announcement-bar.tsx";
import { StickyLanguageSwitcher } from "#components/languages/language-switcher.tsx";
import { AppShell } from "#components/layout/shell/app-shell.tsx";
import { MemberNavigation } from "#components/layout/shell/member-navigation.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";

interface HomeShellProps {
  footer: ReactNode;
  children: ReactNode;
}

const uncounted = { pending: 0, unread: 0 };

/** The frame of the home page: a member has their navigation beside it, a visitor has not. */
export function HomeShell({ footer, children }: HomeShellProps) {
  const auth = useAuth();
  const header = useForMembers(memberHomePart.fetch);
  const isVisitor =
    auth.status === "unauthenticated" || (auth.status === "authenticated" && !auth.user.verified);
  const navigation = (className: string | undefined) =>
    header ? (
      createElement(header.CountedNavigation, { className })
    ) : (
      <MemberNavigation counts={uncounted} className={className} />
    );
  return (
    <AppShell
      announcement={<AnnouncementBar />}
      search={<MemberSearch header={header} />}
      actions={<HeaderActions header={header} visitorLanguages={<StickyLanguageSwitcher />} />}
      navigation={isVisitor ? null : navigation}
      perhapsVisitor={auth.status === "undetermined"}
      footer={footer}
    >
      {children}
    </AppShell>
  );
}
