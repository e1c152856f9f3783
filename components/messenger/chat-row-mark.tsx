"use client";

import { IconAlertCircle, IconCheck, IconChecks, IconClock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/messenger/chat-list/chat-row.module.css";
import type { Outgoing } from "#lib/messenger/outbox/outgoing.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** How far one's own last message has come: sent, delivered, read. */
export function ChatRowMark({ chat, memberId }: { chat: Chat; memberId: number }) {
  const t = useTranslations("Messenger");
  const { last_message: last, peers_read_seq, peers_delivered_seq } = chat;
  if (last?.author.id !== memberId || last.deleted_at !== null) return null;
  const isRead = peers_read_seq >= last.seq;
  const isDelivered = isRead || peers_delivered_seq >= last.seq;
  const Icon = isDelivered ? IconChecks : IconCheck;
  const label = isRead ? t("rowRead") : isDelivered ? t("rowDelivered") : t("rowSent");
  return (
    <Icon
      size={16}
      stroke={1.8}
      role="img"
      aria-label={label}
      className={classes.mark}
      data-read={isRead}
    />
  );
}

/** That a message of one's own waits to be sent, or was not. */
export function UnsentMark({ state }: Pick<Outgoing, "state">) {
  const t = useTranslations("Messenger");
  const Icon = state === "failed" ? IconAlertCircle : IconClock;
  return (
    <Icon
      size={16}
      stroke={1.8}
      role="img"
      aria-label={t(state === "failed" ? "notSent" : "sending")}
      className={classes.mark}
      data-state={state}
    />
  );
}
