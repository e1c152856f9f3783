"use client";

import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { Outbox, type Outgoing } from "#lib/messenger/outbox.ts";
import { keepOutbox, restoreOutbox } from "#lib/messenger/outbox-storage.ts";
import { receiveMessage } from "#lib/messenger/receive-message.ts";
import { describeFailure, sendMessage } from "#lib/messenger/send-message.ts";

const OutboxContext = createContext<Outbox | null>(null);

/** Holds what the member has written and the server has not stored, for every chat of this tab. */
export function OutboxProvider({ memberId, children }: { memberId: number; children: ReactNode }) {
  const client = useQueryClient();
  const [outbox] = useState(
    () =>
      new Outbox({
        send: sendMessage,
        onSent: (message) => receiveMessage(client, message, memberId),
        describeFailure,
        restored: restoreOutbox(memberId),
        keep: (items) => keepOutbox(memberId, items),
      }),
  );
  useEffect(() => outbox.start(), [outbox]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error("No outbox");
  return outbox;
}

/** What waits in one chat, in the order it was written. */
export function useOutgoing(chatId: number): readonly Outgoing[] {
  const outbox = useOutbox();
  const items = useSyncExternalStore(outbox.subscribe, outbox.items, outbox.items);
  return items.filter((item) => item.chatId === chatId);
}
