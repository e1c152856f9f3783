"use client";

import { MemberMenu } from "#app/[locale]/member-menu.tsx";
import { Messenger } from "#components/messenger/messenger.tsx";

export function MessengerWithMenu() {
  return <Messenger renderPeerMenu={(peer) => <MemberMenu person={peer} place="chat" />} />;
}
