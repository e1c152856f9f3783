"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useClearingText } from "#components/messenger/use-clearing-text.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import type { Goal } from "#lib/messenger/history/use-history.ts";
import { type Outgoing, shownState } from "#lib/messenger/outbox/outgoing.ts";

/** Longer messages are announced by their beginning. */
const announcedLengthMax = 200;

/** Announces messages that arrive while the chat is open, never its history. */
export function ArrivalAnnouncer({ chat }: { chat: Pick<Chat, "last_seq" | "last_message"> }) {
  const t = useTranslations("Messenger");
  const memberId = useMember().id;
  const { last_seq: seq, last_message: last } = chat;
  const [announced, setAnnounced] = useState({ seq, text: "" });
  if (seq > announced.seq) setAnnounced({ seq, text: announcementOf(seq - announced.seq) });
  useClearingText(setAnnounced, announced.seq);
  return (
    <VisuallyHidden role="log" aria-live="polite">
      {/* The element is new every time, because the same words must be announced again. */}
      <span key={announced.seq}>{announced.text}</span>
    </VisuallyHidden>
  );

  function announcementOf(count: number): string {
    if (last?.author.id === memberId) return "";
    if (count > 1 || !last?.text) return t("arrivedMany", { count });
    return t("arrived", { name: last.author.fullname, text: beginningOf(last.text) });
  }
}

const beginningOf = (text: string) => Array.from(text).slice(0, announcedLengthMax).join("");

interface GoalAnnouncerProps {
  /** The place to which the member has gone last. */
  reached: Goal | null;
  window: HistoryWindow | undefined;
}

/** Announces the message to which a quote, a search result or an address has led, because the focus stays elsewhere. */
export function GoalAnnouncer({ reached, window }: GoalAnnouncerProps) {
  const t = useTranslations();
  const memberId = useMember().id;
  const [announced, setAnnounced] = useState({ count: 0, text: "" });
  const announce = useEffectEvent((seq: number) => {
    const message = window?.messages.find((each) => each.seq === seq);
    if (!message) return; // a toast says so
    const { author, deleted_at, attachments } = message;
    const [file] = attachments;
    const said = message.text || (file ? t(`Bubble.${file.kind}`) : "");
    const text = deleted_at === null ? beginningOf(said) : t("Bubble.deleted");
    const name = author.id === memberId ? t("Messenger.you") : author.fullname;
    setAnnounced(({ count }) => ({
      count: count + 1,
      text: t("Messenger.arrived", { name, text }),
    }));
  });
  useEffect(() => {
    if (reached?.at !== "message") return;
    const { seq } = reached;
    // Screen readers announce only what changes in a status that was there before.
    const timer = setTimeout(() => announce(seq));
    return () => clearTimeout(timer);
  }, [reached]);
  useClearingText(setAnnounced, announced.count);
  return (
    <VisuallyHidden role="status">
      <span key={announced.count}>{announced.text}</span>
    </VisuallyHidden>
  );
}

/**
 * Announces a message that is refused while the chat is open, because the bubble that shows the reason may be far from
 * the focus.
 */
export function RefusalAnnouncer({ outgoing }: { outgoing: readonly Outgoing[] }) {
  const t = useTranslations("Messenger");
  const refused = outgoing.filter((item) => shownState(item) === "failed");
  const ids = refused.map(({ clientId }) => clientId);
  const [announced, setAnnounced] = useState({ ids, text: "" });
  const { ids: known } = announced;
  const latest = refused.findLast(({ clientId }) => !known.includes(clientId));
  if (latest) setAnnounced({ ids, text: refusalOf(latest) });
  // When a message is retried its announcement is removed, so that it is announced again if it is refused again.
  else if (known.length > ids.length) setAnnounced({ ids, text: "" });
  useClearingText(setAnnounced, announced.ids);
  return (
    <VisuallyHidden role="status">
      <span key={announced.ids.at(-1)}>{announced.text}</span>
    </VisuallyHidden>
  );

  function refusalOf({ attachments, failure }: Outgoing): string {
    const why = attachments.find((file) => file.failure !== null)?.failure ?? failure;
    return why === null ? t("notSent") : `${t("notSent")}: ${why}`;
  }
}
