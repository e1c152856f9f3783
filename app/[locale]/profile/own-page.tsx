"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useRef } from "react";
import { useSections } from "#app/[locale]/profile/use-sections.ts";
import { EducationSection } from "#components/education/education-section.tsx";
import { FriendsPreview } from "#components/friends/friends-preview.tsx";
import { ImageSection } from "#components/images/image-section.tsx";
import { MainImage } from "#components/images/main-image.tsx";
import { JobSection } from "#components/jobs/job-section.tsx";
import { MediaSection } from "#components/media/media-section.tsx";
import { CompletenessHint } from "#components/profile/completeness-hint.tsx";
import { OwnHeader } from "#components/profile/own-header.tsx";
import { ProfileColumns, ProfilePage } from "#components/profile/profile-columns.tsx";
import { ProfileSkeleton } from "#components/profile/profile-skeleton.tsx";
import { ViewsCard } from "#components/profile/views-card.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { statisticsQuery } from "#lib/profile/queries.ts";

/** The page of the signed-in member. */
export function OwnPage() {
  const member = useMember();
  const statistics = useQuery(statisticsQuery(useLocale()));
  const { settled, places } = useSections(null);
  const page = useRef<HTMLDivElement>(null);
  const isFirst = statistics.data === undefined && !statistics.isError;
  if (!settled || isFirst) return <ProfileSkeleton own />;
  return (
    <ProfilePage ref={page}>
      <OwnHeader
        fullname={member.fullname}
        picture={<MainImage person={member} size={112} />}
        places={places}
        statistics={statistics.data ?? null}
      />
      {statistics.data && (
        <CompletenessHint
          memberId={member.id}
          statistics={statistics.data}
          onDismissed={() => page.current?.focus()}
        />
      )}
      <ProfileColumns
        first={<EducationSection memberId={null} />}
        second={<JobSection memberId={null} />}
      />
      <ProfileColumns
        wider="first"
        first={<ImageSection memberId={null} />}
        second={
          <ViewsCard
            days={statistics.data?.views_by_day}
            failure={statistics.error?.message ?? ""}
            onRetry={() => void statistics.refetch()}
          />
        }
      />
      <MediaSection memberId={null} />
      <FriendsPreview memberId={null} />
    </ProfilePage>
  );
}
