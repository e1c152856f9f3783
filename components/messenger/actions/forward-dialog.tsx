"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/messenger/actions/forward-dialog.module.css";
import { ForwardTargets } from "#components/messenger/actions/forward-targets.tsx";
import { useForwarding } from "#components/messenger/forwarding.tsx";
import { DialogFoot, MessengerDialog } from "#components/messenger/groups/messenger-dialog.tsx";
import type { ForwardTarget } from "#lib/messenger/outbox/forward-messages.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

interface ForwardDialogProps {
  messages: readonly Message[];
  onClose: () => void;
}

/** To whom messages are sent on: chats, and friends with whom there is none yet. */
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
