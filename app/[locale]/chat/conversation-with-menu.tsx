"use client";

import { PeerWriting } from "#app/[locale]/chat/peer-writing.tsx";
import { MemberMenu } from "#app/[locale]/member-menu.tsx";
import { useReportDialog } from "#app/[locale]/use-report-dialog.ts";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";

/** A conversation with what other features add to it. */
export function ConversationWithMenu(address: ChatAddress) {
  const { report, dialog } = useReportDialog();
  return (
    <>
      <Conversation
        {...address}
        renderPeerMenu={(peer, entries) => (
          <MemberMenu person={peer} place="chat">
            {entries}
          </MemberMenu>
        )}
        onReportGroup={({ id, title }) => report({ kind: "chat", id, name: title })}
        renderWriting={(peer, field) => (
          <PeerWriting chatId={address.chatId} peer={peer}>
            {field}
          </PeerWriting>
        )}
      />
      {dialog}
    </>
  );
}
