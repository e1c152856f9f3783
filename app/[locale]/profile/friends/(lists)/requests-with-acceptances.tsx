"use client";

import { MessageButton } from "#app/[locale]/profile/message-button.tsx";
import { AcceptanceRows } from "#components/friends/acceptance-rows.tsx";
import { FriendsList } from "#components/friends/friends-list.tsx";
import { useAcceptances } from "#lib/friends/use-acceptances.ts";

/** The requests of others, which wait for an answer, and below them the news about the member's own. */
export function RequestsWithAcceptances() {
  const acceptances = useAcceptances();
  const { isPending, rows, failure } = acceptances;
  const hasRows = rows.length > 0 || failure !== null;
  return (
    <FriendsList
      box="incoming"
      below={{
        isPending,
        rows: hasRows && (
          <AcceptanceRows
            acceptances={acceptances}
            renderActions={(friend) => <MessageButton person={friend} inList />}
          />
        ),
      }}
    />
  );
}
