"use client";

import { createElement, type ReactNode } from "react";
import { type MemberHeader, useMemberHeader } from "./use-member-header.ts";
import { UndeterminedActions, VisitorLinks } from "#components/auth/header/visitor-links.tsx";
import { LanguageSwitcher } from "#components/languages/language-switcher.tsx";
import { ColorSchemeButton } from "#components/layout/color-scheme/color-scheme-button.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";

interface HeaderProps {
  /** What members have in the header, once it is fetched. */
  header: MemberHeader | null;
}

interface HeaderActionsProps extends HeaderProps {
  /** The language switcher of visitors, where it is not the plain one. */
  visitorLanguages?: ReactNode;
}

/** The header's right side on pages that are open to everybody. Only members load what is for members. */
export function HeaderActions({
  header,
  visitorLanguages = <LanguageSwitcher />,
}: HeaderActionsProps) {
  const auth = useAuth();
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

/** `HeaderActions` for a frame without other parts for members. */
export function LoneHeaderActions() {
  return <HeaderActions header={useMemberHeader()} />;
}

/** Beside the logo: only verified members find each other. */
export function MemberSearch({ header }: HeaderProps) {
  const auth = useAuth();
  if (auth.status !== "authenticated" || !auth.user.verified || !header) return null;
  return createElement(header.HeaderSearch);
}
