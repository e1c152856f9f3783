"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { ConversationSkeleton } from "#components/messenger/conversation/conversation-skeleton.tsx";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { MessageHistory } from "#components/messenger/history/message-history.tsx";
import {
  forgetSeqOfAddress,
  useSeqOfAddress,
} from "#components/messenger/conversation/use-seq-of-address.ts";
import { ErrorState } from "#components/ui/list-states.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { ApiFailure } from "#lib/api/api-client.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { useOutgoing } from "#lib/messenger/outbox/outbox-context.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { type Goal, useHistory } from "#lib/messenger/history/use-history.ts";

interface ConversationMessagesProps {
  address: ChatAddress;
  chat: Chat | undefined;
  /** Whether the chat is as this browser has it, and may be old. */
  isCached: boolean;
  /** Why the chat could not be loaded; without it, it is unclear where the history opens. */
  chatFailure: LoadFailure | null;
}

interface LoadFailure {
  error: Error;
  /** Whether a retry is under way. */
  busy: boolean;
  retry: () => void;
}

/** The history of a chat, its skeleton until it is loaded, or why it cannot be. */
export function ConversationMessages({
  address,
  chat,
  isCached,
  chatFailure,
}: ConversationMessagesProps) {
  const { target } = useConversation();
  const history = useHistory(
    address,
    { chat, isCached, isUnreachable: chatFailure !== null },
    target,
  );
  // Rendered beside the history, so that an outgoing message is removed here in the same render that shows it stored.
  const outgoing = useOutgoing(address.chatId);
  const { window, failure, retry, reached } = history;
  useGoingByAddress();
  useNotices(window, reached, failure);
  const missing = failure ? { error: failure, busy: false, retry } : chatFailure;
  if ((!chat || !window) && missing) return <NotLoadedHistory {...missing} />;
  if (!chat || !window) return <ConversationSkeleton />;
  return <MessageHistory chat={chat} window={window} outgoing={outgoing} history={history} />;
}

/** Shows why the history could not be loaded. Once the network is back, it is loaded without a press. */
function NotLoadedHistory({ error, busy, retry }: LoadFailure) {
  const t = useTranslations("Messenger");
  const isOffline = error instanceof ApiFailure && error.status === false;
  const message = isOffline ? t("chatOffline") : error.message;
  return <ErrorState message={message} busy={busy} onRetry={retry} />;
}

/** The seq stays in the address for this long, so that the member can copy it. */
const seqInAddressMs = 4000;

/** Goes to the message that the address names when a link to another message of the open chat is followed. */
function useGoingByAddress(): void {
  const { target, goTo } = useConversation();
  const seq = useSeqOfAddress();
  useEffect(() => {
    if (seq === null) return;
    if (target?.seq !== seq) goTo(seq);
    const timer = setTimeout(forgetSeqOfAddress, seqInAddressMs);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new address is a reason to go there
  }, [seq]);
}

/** Shows why the requested message could not be reached. */
function useNotices(
  window: HistoryWindow | undefined,
  reached: Goal | null,
  failure: Error | null,
): void {
  const t = useTranslations("Messenger");
  const isMissing =
    reached?.at === "message" && !window?.messages.some(({ seq }) => seq === reached.seq);
  useEffect(() => {
    if (isMissing) showFailure(t("historyMissingTitle"), t("historyMissing"));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- shown once, whatever is loaded later
  }, [reached]);
  const goesNowhere = failure !== null && window !== undefined;
  useEffect(() => {
    if (goesNowhere) showFailure(t("historyUnreachable"), failure.message);
  }, [goesNowhere, failure, t]);
}
