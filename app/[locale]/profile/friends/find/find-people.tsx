"use client";

import { PersonActions } from "#app/[locale]/profile/person-actions.tsx";
import { Suggested, useSuggestedSettled } from "#app/[locale]/profile/suggested.tsx";
import { InviteButton } from "#components/invitations/invite-button.tsx";
import { PeopleSearch } from "#components/people/people-search.tsx";

const suggestedMax = 5;
const invite = <InviteButton kind="kampus" variant="filled" />;

export function FindPeople() {
  const isSettled = useSuggestedSettled();
  return (
    <PeopleSearch
      suggestions={<Suggested firstMax={suggestedMax} />}
      invite={invite}
      everybodyWaits={!isSettled}
      renderActions={(person) => <PersonActions person={person} />}
    />
  );
}
