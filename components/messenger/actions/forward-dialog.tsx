"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/messenger/actions/forward-dialog.module.css";
import { ForwardTargets } from "#components/messenger/actions/forward-targets.tsx";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { DialogFoot, MessengerDialog } from "#components/messenger/groups/messenger-dialog.tsx";
import { MessengerLink } from "#components/messenger/messenger-link.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import {
  type ForwardTarget,
  useForwardMessages,
} from "#lib/messenger/outbox/use-forward-messages.ts";
import { routes } from "#lib/routes.ts";

interface ForwardDialogProps {
  messages: readonly Message[];
  onClose: () => void;
}

/** The dialog to choose who receives forwarded messages: chats, and friends without a chat. */
export function ForwardDialog({ messages, onClose }: ForwardDialogProps) {
  const t = useTranslations("Forward");
  const [targets, setTargets] = useState<ReadonlyMap<string, ForwardTarget>>(new Map());
  const { send, isSending } = useForwarding(messages, onClose);
  const toggle = (key: string, target: ForwardTarget) => {
    const chosen = new Map(targets);
    if (!chosen.delete(key)) chosen.set(key, target);
    setTargets(chosen);
  };
  return (
    <MessengerDialog title={t("title")} onClose={onClose}>
      <ForwardTargets chosen={targets} onToggle={toggle} />
      <DialogFoot>
        <div className={classes.sending}>
          <span className={classes.count} role="status">
            {t("chosen", { count: targets.size })}
          </span>
          <Button
            disabled={targets.size === 0}
            loading={isSending}
            onClick={() => void send([...targets.values()])}
          >
            {t("send", { count: messages.length })}
          </Button>
        </div>
      </DialogFoot>
    </MessengerDialog>
  );
}

/** Forwards messages, shows a toast with a link to where they went, and ends the selection of several. */
function useForwarding(messages: readonly Message[], onSent: () => void) {
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
