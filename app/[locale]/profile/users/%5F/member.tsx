"use client";

import { useEffect } from "react";
import { MemberPage } from "#app/[locale]/profile/users/%5F/member-screen.tsx";
import { MemberNotFound } from "#components/profile/member-not-found.tsx";
import { ProfileSkeleton } from "#components/profile/profile-skeleton.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { usePathname } from "#lib/i18n/navigation.ts";
import { memberIdOf } from "#lib/profile/member-id.ts";
import { routes } from "#lib/routes.ts";

export function Member() {
  const id = memberIdOf(usePathname());
  const { id: ownId } = useMember();
  if (id === null) return <MemberNotFound />;
  if (id === ownId) return <OwnPageInstead />;
  return <MemberPage key={id} id={id} />;
}

/** A link to a member may lead that member themselves here: they are shown what is theirs, as everywhere. */
function OwnPageInstead() {
  const goTo = useGoTo();
  useEffect(() => goTo(routes.profile(), { replace: true }), [goTo]);
  return <ProfileSkeleton own />;
}
