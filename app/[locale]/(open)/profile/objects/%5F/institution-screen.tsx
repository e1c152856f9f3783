"use client";

import { PartForMembers } from "./part-for-members.tsx";
import { PublicFace } from "./public-face.tsx";
import { SubjectMissing } from "./subject-missing.tsx";
import { BackToInstitutions } from "#components/institutions/institution-head.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside } from "#lib/auth/auth-state.ts";
import { readToken } from "#lib/browser/cookies.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { institutionIdOf } from "#lib/institutions/institution-id.ts";

const fetchKnown = async () => (await import("./known-institution.tsx")).KnownInstitution;

// Loaded before the session is known, because both take equally long.
if (typeof document !== "undefined" && readToken() !== null) void fetchKnown().catch(() => null);

/** An institution and its members; for a visitor their number. */
export function InstitutionScreen() {
  const id = institutionIdOf(usePathname());
  const visitor = isOutside(useAuth());
  if (id === null) return <SubjectMissing kind="institution" />;
  if (visitor) return <PublicFace key={id} id={id} />;
  return (
    <PartForMembers key={id} fetchPart={fetchKnown} of={{ id }} above={<BackToInstitutions />} />
  );
}
