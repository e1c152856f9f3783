"use client";

import { MemberMenu } from "#app/[locale]/member-menu.tsx";
import { BlockedWriting } from "#components/blocks/blocked-writing.tsx";
import { Messenger } from "#components/messenger/messenger.tsx";

export function MessengerWithMenu() {
  return (
    <Messenger
      renderPeerMenu={(peer) => <MemberMenu person={peer} place="chat" />}
      renderWriting={(peer, field) => <BlockedWriting person={peer}>{field}</BlockedWriting>}
    />
  );
}
