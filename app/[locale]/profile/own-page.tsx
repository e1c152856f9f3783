"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useRef, useState } from "react";
import { ClassmatesFound } from "#app/[locale]/profile/classmates-found.tsx";
import { useSections } from "#app/[locale]/profile/use-sections.ts";
import { EducationSection } from "#components/periods/education/education-section.tsx";
import { FriendsPreview } from "#components/friends/friends-preview.tsx";
import { ImageSection } from "#components/images/image-section.tsx";
import { MainImage } from "#components/images/main-image.tsx";
import { JobSection } from "#components/periods/jobs/job-section.tsx";
import { MediaSection } from "#components/media/media-section.tsx";
import { CompletenessHint } from "#components/profile/completeness-hint.tsx";
import { OwnHeader } from "#components/profile/own-header.tsx";
import { ProfileColumns, ProfilePage } from "#components/profile/profile-columns.tsx";
import { ProfileSkeleton } from "#components/profile/profile-skeleton.tsx";
import { ViewsCard } from "#components/profile/views-card.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Education } from "#lib/periods/education/schema.ts";
import { educationsQuery } from "#lib/periods/queries.ts";
import { useHintShown } from "#lib/profile/completeness.ts";
import { statisticsQuery } from "#lib/profile/queries.ts";
import type { OwnStatistics } from "#lib/profile/schema.ts";

export function OwnPage() {
  const member = useMember();
  const statistics = useQuery(statisticsQuery(useLocale()));
  const { settled, places } = useSections(null);
  const page = useRef<HTMLDivElement>(null);
  const isFolded = useHintShown(member.id, statistics.data);
  const has = shownOf(isFolded ? statistics.data : undefined);
  const hasSaved = useEducationSaved();
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
        first={
          <>
            {has("educations") && <EducationSection memberId={null} />}
            {hasSaved && <ClassmatesFound firstMax={3} />}
          </>
        }
        second={has("jobs") && <JobSection memberId={null} />}
      />
      {has("friends") && <FriendsPreview memberId={null} />}
      <ProfileColumns
        wider="first"
        first={has("images") && <ImageSection memberId={null} />}
        second={
          has("profile_views") && (
            <ViewsCard
              days={statistics.data?.views_by_day}
              failure={statistics.error?.message ?? ""}
              onRetry={() => void statistics.refetch()}
            />
          )
        }
      />
      {has("media") && <MediaSection memberId={null} />}
      {/* Placed last, because only the server's answer shows whether it has any rows. */}
      {!hasSaved && <ClassmatesFound firstMax={3} />}
    </ProfilePage>
  );
}

/**
 * Whether the member has added or changed an education on this visit: whom they studied with then appears where they
 * look.
 */
function useEducationSaved(): boolean {
  const { data } = useQuery(educationsQuery(useLocale(), null));
  const [before, setBefore] = useState(data);
  if (data && !before) setBefore(data);
  const known = new Set(before?.map(studyKey));
  return (
    before !== undefined && data?.some((education) => !known.has(studyKey(education))) === true
  );
}

const studyKey = ({ object, start, end, group }: Education) =>
  `${object.id} ${start} ${end} ${group ?? ""}`;

/** Leaves out empty sections while the list of missing parts replaces them. */
const shownOf =
  (folded: OwnStatistics | undefined) =>
  (section: "educations" | "jobs" | "images" | "media" | "friends" | "profile_views"): boolean =>
    !folded || folded[section] > 0;
