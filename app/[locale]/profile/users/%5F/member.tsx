"use client";

import { MessageButton } from "#app/[locale]/profile/message-button.tsx";
import { FriendshipActions } from "#components/friends/friendship-actions.tsx";
import { MemberNotFound } from "#components/profile/member-not-found.tsx";
import { MemberProfileView } from "#components/profile/member-profile.tsx";
import { usePathname } from "#lib/i18n/navigation.ts";
import { memberIdOf } from "#lib/profile/member-id.ts";

export function Member() {
  const id = memberIdOf(usePathname());
  if (id === null) return <MemberNotFound />;
  return (
    <MemberProfileView
      key={id}
      id={id}
      renderActions={(member) =>
        member.status !== "self" && (
          <>
            <MessageButton person={member} />
            <FriendshipActions person={member} known={member} />
          </>
        )
      }
    />
  );
}
