"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "#components/messenger/unsent-actions.module.css";
import { useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";
import type { Bubble } from "#lib/messenger/history/conversation-timeline.ts";

interface UnsentActionsProps {
  bubble: Pick<Bubble, "clientId" | "outgoing">;
  chatId: number;
}

/** Why a message was not sent, or is not yet, and what can be done. */
export function UnsentActions({ bubble, chatId }: UnsentActionsProps) {
  const t = useTranslations("Messenger");
  const outbox = useOutbox();
  // What is wrong with a file is said where the file is.
  const isToldByFile = bubble.outgoing?.attachments.some(({ failure }) => failure !== null);
  const waits = bubble.outgoing?.transient === true;
  const reason = isToldByFile ? null : bubble.outgoing?.failure;
  const common = { variant: "subtle", size: "compact-sm", className: classes.action };
  return (
    <div className={classes.root}>
      <span className={classes.reason} data-waiting={waits || undefined}>
        {reason ?? t(waits ? "sentOnceConnected" : "notSent")}
      </span>
      <Button {...common} onClick={() => outbox.retry(chatId)}>
        {t("retry")}
      </Button>
      <Button
        {...common}
        color={waits ? "gray" : "red"}
        onClick={() => outbox.remove(bubble.clientId)}
      >
        {t("delete")}
      </Button>
    </div>
  );
}
