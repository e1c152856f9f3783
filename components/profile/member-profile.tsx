"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { MemberNotFound } from "#components/profile/member-not-found.tsx";
import { ProfileHeader } from "#components/profile/profile-header.tsx";
import { ProfileSkeleton } from "#components/profile/profile-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { PresenceText } from "#components/ui/presence-text.tsx";
import { ApiFailure } from "#lib/api-client.ts";
import { memberProfileQuery } from "#lib/profile/queries.ts";
import type { MemberProfile } from "#lib/profile/schema.ts";

interface MemberProfileViewProps {
  id: number;
  /** What other features let one do with this member; `askedAt` (ms) dates their status. */
  renderActions: (member: MemberProfile & { askedAt: number }) => ReactNode;
}

/** The page of another member. */
export function MemberProfileView({ id, renderActions }: MemberProfileViewProps) {
  const locale = useLocale();
  const { data: member, error, refetch } = useQuery(memberProfileQuery(locale, id));
  if (error instanceof ApiFailure && error.status === 404) return <MemberNotFound />;
  if (member)
    return (
      <ProfileHeader
        person={member}
        detail={<PresenceText person={member} />}
        friends={member.statistics.friends}
        actions={renderActions(member)}
      />
    );
  if (!error) return <ProfileSkeleton />;
  return (
    <Card>
      <ErrorState message={error.message} onRetry={() => void refetch()} />
    </Card>
  );
}
