"use client";

import { Button } from "@mantine/core";
import { IconUserQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import classes from "./member-screen.module.css";
import { MemberMenu } from "#app/[locale]/member-menu.tsx";
import { MessageButton } from "#app/[locale]/profile/message-button.tsx";
import { useSections } from "#app/[locale]/profile/use-sections.ts";
import { Ties } from "#components/auth/ties.tsx";
import { BlockedMember } from "#components/blocks/blocked-member.tsx";
import { EducationSection } from "#components/periods/education/education-section.tsx";
import { FriendsPreview } from "#components/friends/friends-preview.tsx";
import { FriendshipActions } from "#components/friends/friendship-actions.tsx";
import { ImageSection } from "#components/images/image-section.tsx";
import { MainImage } from "#components/images/main-image.tsx";
import { useNameTab } from "#components/layout/use-page-mark.ts";
import { JobSection } from "#components/periods/jobs/job-section.tsx";
import { MediaSection } from "#components/media/media-section.tsx";
import { ProfileColumns, ProfilePage } from "#components/profile/profile-columns.tsx";
import { ProfileCounters } from "#components/profile/profile-counters.tsx";
import { HeaderLine, ProfileHeader } from "#components/profile/profile-header.tsx";
import { ProfileSkeleton } from "#components/profile/profile-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { RouteLink, useGoTo } from "#components/ui/controls/route-link.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import { isNotFound } from "#lib/api/api-failure.ts";
import type { AsOf } from "#lib/api/as-of.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { usePendingBlock } from "#lib/blocks/use-change-block.ts";
import { isBlockedQuery } from "#lib/blocks/queries.ts";
import { formatDayAndMonth } from "#lib/i18n/format-date.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { memberIdOf } from "#lib/profile/member-id.ts";
import { memberProfileQuery } from "#lib/profile/queries.ts";
import type { MemberProfile } from "#lib/profile/schema.ts";
import { routes } from "#lib/routes.ts";

export function MemberScreen() {
  const id = memberIdOf(usePathname());
  const { id: ownId } = useMember();
  if (id === null) return <MemberNotFound />;
  if (id === ownId) return <OwnPageInstead />;
  return <MemberPage key={id} id={id} />;
}

/** A member who follows a link to themselves is redirected to their own page. */
function OwnPageInstead() {
  const goTo = useGoTo();
  useEffect(() => goTo(routes.profile(), { replace: true }), [goTo]);
  return <ProfileSkeleton own />;
}

function MemberPage({ id }: { id: number }) {
  const query = useQuery(memberProfileQuery(useLocale(), id));
  const { data: member, error } = query;
  const isUnseen = usePendingBlock(id) === "block" || isNotFound(error);
  const [wasUnseen, setWasUnseen] = useState(isUnseen);
  if (isUnseen && !wasUnseen) setWasUnseen(true);
  if (isUnseen) return <UnseenMember id={id} fullname={member?.fullname} />;
  if (member) return <KnownMember member={member} wasUnseen={wasUnseen} />;
  return <NotLoaded query={query} skeleton={<ProfileSkeleton />} inCard />;
}

/** A member whom the reader may not see, perhaps because the reader has blocked them. */
function UnseenMember({ id, fullname }: { id: number; fullname: string | undefined }) {
  const change = usePendingBlock(id);
  const query = useQuery(isBlockedQuery(useLocale(), id));
  if (query.data || change) return <BlockedMember id={id} fullname={fullname} />;
  if (query.data === false) return <MemberNotFound />;
  return <NotLoaded query={query} skeleton={<ProfileSkeleton />} inCard />;
}

interface KnownMemberProps {
  member: AsOf<MemberProfile>;
}

/** Mounts the sections only for an existing member, because without one each of their requests would fail. */
function KnownMember({ member, wasUnseen }: KnownMemberProps & { wasUnseen: boolean }) {
  const { id, fullname } = member;
  useNameTab(fullname);
  const { settled, places } = useSections(id);
  const page = useRef<HTMLDivElement>(null);
  useFocusInstead(page, wasUnseen && settled);
  if (!settled) return <ProfileSkeleton />;
  return (
    <ProfilePage ref={page}>
      <Header member={member} places={places} />
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

/** The button that unblocked the member is unmounted, so the page takes the focus. */
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

/** The member, where they studied and work, and the actions on them. */
function Header({ member, places }: KnownMemberProps & { places: string }) {
  const t = useTranslations("Profile");
  return (
    <ProfileHeader
      fullname={member.fullname}
      picture={<MainImage person={member} size={112} />}
      actionsStand="below"
      counters={<ProfileCounters statistics={member.statistics} />}
      actions={<Actions member={member} />}
    >
      {places && <HeaderLine>{places}</HeaderLine>}
      <Ties ties={member.ties ?? []} />
      {member.birthday && (
        <HeaderLine>{t("birthday", { date: formatDayAndMonth(member.birthday) })}</HeaderLine>
      )}
      <HeaderLine>
        <PresenceText person={member} />
      </HeaderLine>
    </ProfileHeader>
  );
}

/** No member has this id, or the reader may not see them. */
function MemberNotFound() {
  const t = useTranslations("Profile");
  return (
    <Card className={classes.notFound}>
      <span className={classes.notFoundIcon} aria-hidden>
        <IconUserQuestion size={28} stroke={1.5} />
      </span>
      <h1 className={classes.notFoundTitle}>{t("notFoundTitle")}</h1>
      <p className={classes.notFoundText}>{t("notFoundText")}</p>
      <Button component={RouteLink} route={routes.findPeople()}>
        {t("findPeople")}
      </Button>
    </Card>
  );
}
