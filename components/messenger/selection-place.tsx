"use client";

import type { ReactNode } from "react";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { SelectionBar } from "#components/messenger/conversation/selection-bar.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";

interface SelectionPlaceProps {
  chat: Chat | undefined;
  /** Where one writes. It stays, out of sight, with what is begun in it. */
  children: ReactNode;
}

/** The foot of a conversation: while messages are being chosen, what can be done with them. */
export function SelectionPlace({ chat, children }: SelectionPlaceProps) {
  const choosing = useConversation().selected !== null && chat !== undefined;
  return (
    <>
      <div style={{ display: choosing ? "none" : "contents" }}>{children}</div>
      {choosing && <SelectionBar chat={chat} />}
    </>
  );
}
