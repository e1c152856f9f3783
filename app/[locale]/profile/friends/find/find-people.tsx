"use client";

import { FriendshipActions } from "#components/friends/friendship-actions.tsx";
import { PeopleHead } from "#components/people/people-head.tsx";
import { PeopleSearch } from "#components/people/people-search.tsx";

export function FindPeople() {
  return (
    <>
      <PeopleHead />
      <PeopleSearch
        renderActions={(person) => <FriendshipActions person={person} known={person} />}
      />
    </>
  );
}
