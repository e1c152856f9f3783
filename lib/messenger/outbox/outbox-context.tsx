"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { api } from "#lib/api/api-client.ts";
import { ChosenBoard } from "#lib/messenger/attachments/chosen-board.ts";
import { uploadAttachments, UploadBoard } from "#lib/messenger/attachments/upload-attachments.ts";
import { receiveMessage } from "#lib/messenger/cache/receive-message.ts";
import {
  type Message,
  messageAnswer,
  type SendMessageInput,
} from "#lib/messenger/contract/schema.ts";
import type { Composing } from "#lib/messenger/drafts/composing.ts";
import { shownInHistory } from "#lib/messenger/history/loaded-messages.ts";
import { describeFailure } from "#lib/messenger/outbox/outbox-failures.ts";
import { openOutboxStore } from "#lib/messenger/outbox/outbox-store.ts";
import { tabsOf } from "#lib/messenger/outbox/outbox-tabs.ts";
import { Outbox } from "#lib/messenger/outbox/outbox.ts";
import { type Outgoing, shownState } from "#lib/messenger/outbox/outgoing.ts";

interface OutboxState {
  outbox: Outbox;
  store: ReturnType<typeof openOutboxStore>;
  uploads: UploadBoard;
  chosen: ChosenBoard;
  composings: Map<number, Composing>;
}

const OutboxContext = createContext<OutboxState | null>(null);

/** Holds the messages that the member has written and the server has not stored, for every chat and all tabs. */
export function OutboxProvider({ memberId, children }: { memberId: number; children: ReactNode }) {
  const client = useQueryClient();
  const missing = useTranslations("Messenger")("attachmentMissing");
  const [state] = useState(() => createOutbox(client, memberId, missing));
  useEffect(() => {
    const { outbox, store, uploads, chosen } = state;
    const stops = [outbox.start(), uploads.follow(), chosen.guard(), store.guard()];
    const onOnline = () => void outbox.resume();
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("online", onOnline);
      for (const stop of stops) stop();
    };
  }, [state]);
  return <OutboxContext value={state}>{children}</OutboxContext>;
}

function createOutbox(client: QueryClient, memberId: number, missing: string): OutboxState {
  const tabs = tabsOf(memberId);
  const store = openOutboxStore(memberId);
  const uploads = new UploadBoard(tabs);
  const outbox = new Outbox({
    send: sendMessage,
    upload: (call) => uploadAttachments(call, { show: uploads.put, missing }),
    onSent: (message) => {
      receiveMessage(client, message, memberId);
      return shownInHistory(client, message);
    },
    describeFailure,
    store,
    tabs,
  });
  return { outbox, store, uploads, chosen: new ChosenBoard(), composings: new Map() };
}

/** An answer later than this counts as lost: the same `client_id` may be sent again. */
const answerTimeoutMs = 15_000;

async function sendMessage(outgoing: Outgoing, thrownAway: AbortSignal): Promise<Message> {
  const path = `/messenger/${outgoing.kind}/sendMessage`;
  const answer = await api.post(path, messageAnswer, inputOf(outgoing), {
    signal: thrownAway,
    outlivesPage: true,
    timeoutMs: answerTimeoutMs,
  });
  return answer.data;
}

function inputOf(outgoing: Outgoing): SendMessageInput {
  const { chatId, clientId, text, mentions, reply, forward, attachments } = outgoing;
  return {
    chat_id: chatId,
    client_id: clientId,
    text,
    ...(mentions.length > 0 && { mentions: [...mentions] }),
    ...(reply && { reply_to: reply.seq }),
    ...(forward && { forward: { chat_id: forward.chat_id, seq: forward.seq } }),
    ...(attachments.length > 0 && {
      attachments: attachments.flatMap(({ media }) => (media ? [media.id] : [])),
    }),
  };
}

function useOutboxState(): OutboxState {
  const state = use(OutboxContext);
  if (!state) throw new Error("No outbox");
  return state;
}

export const useOutbox = (): Outbox => useOutboxState().outbox;

/** The outgoing messages of one chat, in the order in which they were written. */
export function useOutgoing(chatId: number): readonly Outgoing[] {
  const items = useEveryOutgoing();
  return useMemo(() => items.filter((item) => item.chatId === chatId), [items, chatId]);
}

/** The message that represents the sending state of a chat: the newest that failed, else the newest that waits. */
export function useUnsent(chatId: number): Outgoing | undefined {
  const outbox = useOutbox();
  const read = () => {
    const items = outbox.items().filter((item) => item.chatId === chatId);
    return items.findLast((item) => shownState(item) === "failed") ?? items.at(-1);
  };
  return useSyncExternalStore(outbox.subscribe, read, read);
}

/** The outgoing messages of all chats. */
export function useEveryOutgoing(): readonly Outgoing[] {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, outbox.items, outbox.items);
}

/** The progress of a file's upload; null while it is not being uploaded. */
export function useUploadProgress(attachmentId: string) {
  const { subscribe, progressOf } = useOutboxState().uploads;
  const read = () => progressOf(attachmentId);
  return useSyncExternalStore(subscribe, read, read);
}

/** The last use of the composer of each chat, by the chat's id. */
export const useComposings = (): Map<number, Composing> => useOutboxState().composings;

export const useChosenBoard = (): ChosenBoard => useOutboxState().chosen;

/** The files chosen for the next message of a chat. */
export function useChosenIn(chatId: number) {
  const { subscribe, of } = useChosenBoard();
  const read = () => of(chatId);
  return useSyncExternalStore(subscribe, read, read);
}
