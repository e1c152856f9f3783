"use client";

import { useTranslations } from "next-intl";
import { useDayLabel } from "#components/messenger/history/day-label.ts";
import { MessageBubble } from "#components/messenger/message/message-bubble.tsx";
import classes from "#components/messenger/history/message-history.module.css";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import type { TimelineItem } from "#lib/messenger/history/conversation-timeline.ts";

interface HistoryItemProps {
  item: TimelineItem;
  chat: Chat;
  /** Seq of the message that is to be noticed; null: none. */
  highlighted: number | null;
}

/** A line of a conversation. */
export function HistoryItem({ item, chat, highlighted }: HistoryItemProps) {
  const isHighlighted =
    item.kind === "bubble" && item.message !== null && item.message.seq === highlighted;
  if (item.kind === "day") return <DayItem at={item.at} />;
  if (item.kind === "unread") return <UnreadLine />;
  return <MessageBubble bubble={item} chat={chat} highlighted={isHighlighted} />;
}

function DayItem({ at }: { at: string }) {
  const dayLabelOf = useDayLabel();
  return (
    <li className={classes.day}>
      <span>{dayLabelOf(at)}</span>
    </li>
  );
}

function UnreadLine() {
  const t = useTranslations("Messenger");
  return (
    <li className={classes.unread} data-unread-line>
      <span>{t("newMessages")}</span>
    </li>
  );
}
