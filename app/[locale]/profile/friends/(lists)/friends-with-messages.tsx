"use client";

import { MessageButton } from "#app/[locale]/profile/message-button.tsx";
import { FriendsList } from "#components/friends/friends-list.tsx";

export function FriendsWithMessages() {
  return (
    <FriendsList
      box="friends"
      renderActions={(friend) => <MessageButton person={friend} inList />}
    />
  );
}
