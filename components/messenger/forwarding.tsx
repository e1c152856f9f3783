"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import classes from "#components/messenger/actions/forward-dialog.module.css";
import { MessengerLink } from "#components/messenger/messenger-link.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { type ForwardTarget, useForwardMessages } from "#lib/messenger/outbox/forward-messages.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

/** Sends messages on, says so with the way to where they went, and ends the choice of several. */
export function useForwarding(messages: readonly Message[], onSent: () => void) {
  const t = useTranslations();
  const forward = useForwardMessages();
  const { clearSelection } = useConversation();
  const [isSending, setSending] = useState(false);
  const send = async (targets: readonly ForwardTarget[]) => {
    setSending(true);
    try {
      const chats = await forward(messages, targets);
      clearSelection();
      onSent();
      const [chat] = chats;
      if (chat)
        showSuccess(t("Forward.done"), <Destination chats={chats} />, `forwarded-${chat.id}`);
    } catch (failure) {
      setSending(false);
      showFailure(t("Site.failure"), failure instanceof Error ? failure.message : "");
    }
  };
  return { send, isSending };
}

function Destination({ chats }: { chats: readonly Chat[] }) {
  return (
    <span className={classes.destinations}>
      {chats.map(({ kind, id, title }) => (
        <MessengerLink key={id} route={routes.chat(kind, id)} className={classes.destination}>
          {title}
        </MessengerLink>
      ))}
    </span>
  );
}
