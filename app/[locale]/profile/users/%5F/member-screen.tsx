"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { MemberMenu } from "#app/[locale]/member-menu.tsx";
import { MessageButton } from "#app/[locale]/profile/message-button.tsx";
import { useSections } from "#app/[locale]/profile/use-sections.ts";
import { BlockedMember } from "#components/blocks/blocked-member.tsx";
import { EducationSection } from "#components/education/education-section.tsx";
import { FriendsPreview } from "#components/friends/friends-preview.tsx";
import { FriendshipActions } from "#components/friends/friendship-actions.tsx";
import { ImageSection } from "#components/images/image-section.tsx";
import { MainImage } from "#components/images/main-image.tsx";
import { JobSection } from "#components/jobs/job-section.tsx";
import { MediaSection } from "#components/media/media-section.tsx";
import { MemberHeader } from "#components/profile/member-header.tsx";
import { MemberNotFound } from "#components/profile/member-not-found.tsx";
import { ProfileColumns, ProfilePage } from "#components/profile/profile-columns.tsx";
import { ProfileSkeleton } from "#components/profile/profile-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { ApiFailure } from "#lib/api/api-client.ts";
import { usePendingBlock } from "#lib/blocks/change-block.ts";
import { isBlockedQuery } from "#lib/blocks/queries.ts";
import { memberProfileQuery } from "#lib/profile/queries.ts";
import type { MemberProfile } from "#lib/profile/schema.ts";

/** The page of another member. */
export function MemberPage({ id }: { id: number }) {
  const { data: member, error, refetch } = useQuery(memberProfileQuery(useLocale(), id));
  const isMissing = error instanceof ApiFailure && error.status === 404;
  const isUnseen = usePendingBlock(id) === "block" || isMissing;
  const [wasUnseen, setWasUnseen] = useState(isUnseen);
  if (isUnseen && !wasUnseen) setWasUnseen(true);
  if (isUnseen) return <UnseenMember id={id} fullname={member?.fullname} />;
  if (member) return <KnownMember member={member} wasUnseen={wasUnseen} />;
  if (error)
    return (
      <Card>
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  return <ProfileSkeleton />;
}

/** Whom the one who asks may not see: perhaps because they have blocked them themselves. */
function UnseenMember({ id, fullname }: { id: number; fullname: string | undefined }) {
  const change = usePendingBlock(id);
  const { data: isBlocked, error, refetch } = useQuery(isBlockedQuery(useLocale(), id));
  if (isBlocked || change) return <BlockedMember id={id} fullname={fullname} />;
  if (isBlocked === false) return <MemberNotFound />;
  if (error)
    return (
      <Card>
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  return <ProfileSkeleton />;
}

interface KnownMemberProps {
  member: MemberProfile & { askedAt: number };
}

/** Sections are asked for from here on: of nobody, each of them would fail. */
function KnownMember({ member, wasUnseen }: KnownMemberProps & { wasUnseen: boolean }) {
  const { id } = member;
  const { settled, places } = useSections(id);
  const page = useRef<HTMLDivElement>(null);
  useFocusInstead(page, wasUnseen && settled);
  if (!settled) return <ProfileSkeleton />;
  return (
    <ProfilePage ref={page}>
      <MemberHeader
        member={member}
        picture={<MainImage person={member} size={112} />}
        places={places}
        actions={<Actions member={member} />}
      />
      <ProfileColumns
        first={<EducationSection memberId={id} />}
        second={<JobSection memberId={id} />}
      />
      <FriendsPreview memberId={id} />
      <ProfileColumns
        wider="first"
        first={<ImageSection memberId={id} />}
        second={<MediaSection memberId={id} />}
      />
    </ProfilePage>
  );
}

/** The button that unblocked the member is gone, and the focus with it. */
function useFocusInstead(page: RefObject<HTMLElement | null>, isLost: boolean): void {
  useEffect(() => {
    if (isLost && document.activeElement === document.body)
      page.current?.focus({ preventScroll: true });
  }, [page, isLost]);
}

function Actions({ member }: KnownMemberProps) {
  if (member.status === "self") return null;
  return (
    <>
      {member.can_write && <MessageButton person={member} />}
      <FriendshipActions person={member} known={member} />
      <MemberMenu person={member} place="profile" />
    </>
  );
}
