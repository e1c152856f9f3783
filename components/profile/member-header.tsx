import type { ReactNode } from "react";
import { Ties } from "#components/auth/ties.tsx";
import { ProfileCounters } from "#components/profile/profile-counters.tsx";
import { HeaderLine, ProfileHeader } from "#components/profile/profile-header.tsx";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import type { MemberProfile } from "#lib/profile/schema.ts";

interface MemberHeaderProps {
  member: MemberProfile;
  picture: ReactNode;
  /** Where the member studied and works. */
  places: ReactNode;
  /** Buttons of other features for this member. */
  actions: ReactNode;
}

/** The head of the page of another member. */
export function MemberHeader({ member, picture, places, actions }: MemberHeaderProps) {
  return (
    <ProfileHeader
      fullname={member.fullname}
      picture={picture}
      actionsStand="below"
      counters={<ProfileCounters statistics={member.statistics} />}
      actions={actions}
    >
      {places && <HeaderLine>{places}</HeaderLine>}
      <Ties ties={member.ties ?? []} />
      <HeaderLine>
        <PresenceText person={member} />
      </HeaderLine>
    </ProfileHeader>
  );
}
