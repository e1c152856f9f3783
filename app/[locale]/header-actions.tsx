"use client";

import { createElement, type ReactNode } from "react";
import { useMemberHeader } from "./use-member-header.ts";
import { UndeterminedActions, VisitorLinks } from "#components/auth/header/visitor-links.tsx";
import { LanguageSwitcher } from "#components/languages/language-switcher.tsx";
import { ColorSchemeButton } from "#components/layout/color-scheme/color-scheme-button.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";

interface HeaderActionsProps {
  /** The language switcher of visitors, where it is not the plain one. */
  visitorLanguages?: ReactNode;
}

/** The header's right side on pages that are open to everybody. Only members load the parts for members. */
export function HeaderActions({ visitorLanguages = <LanguageSwitcher /> }: HeaderActionsProps) {
  const auth = useAuth();
  const header = useMemberHeader();
  if (auth.status === "unauthenticated")
    return (
      <VisitorLinks>
        <ColorSchemeButton />
        {visitorLanguages}
      </VisitorLinks>
    );
  if (auth.status === "undetermined" || !header) return <UndeterminedActions />;
  return createElement(header.MemberActions, { user: auth.user });
}

/** The search beside the logo: only verified members can find each other. */
export function MemberSearch() {
  const auth = useAuth();
  const header = useMemberHeader();
  if (auth.status !== "authenticated" || !auth.user.verified || !header) return null;
  return createElement(header.HeaderSearch);
}
