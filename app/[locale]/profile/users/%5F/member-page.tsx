"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { MessageButton } from "#app/[locale]/profile/message-button.tsx";
import { useSections } from "#app/[locale]/profile/use-sections.ts";
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
import { ApiFailure } from "#lib/api-client.ts";
import { memberProfileQuery } from "#lib/profile/queries.ts";
import type { MemberProfile } from "#lib/profile/schema.ts";

/** The page of another member. */
export function MemberPage({ id }: { id: number }) {
  const { data: member, error, refetch } = useQuery(memberProfileQuery(useLocale(), id));
  if (error instanceof ApiFailure && error.status === 404) return <MemberNotFound />;
  if (member) return <KnownMember member={member} />;
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
function KnownMember({ member }: KnownMemberProps) {
  const { id } = member;
  const { settled, places } = useSections(id);
  if (!settled) return <ProfileSkeleton />;
  return (
    <ProfilePage>
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
      <ProfileColumns
        wider="first"
        first={<ImageSection memberId={id} />}
        second={<MediaSection memberId={id} />}
      />
      <FriendsPreview memberId={id} />
    </ProfilePage>
  );
}

function Actions({ member }: KnownMemberProps) {
  if (member.status === "self") return null;
  return (
    <>
      {member.can_write && <MessageButton person={member} />}
      <FriendshipActions person={member} known={member} />
    </>
  );
}
