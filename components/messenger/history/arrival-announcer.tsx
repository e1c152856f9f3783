"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { type Outgoing, shownState } from "#lib/messenger/outbox/outgoing.ts";

/** Longer messages are announced by their beginning. */
const announcedLengthMax = 200;
/** An announcement is removed after this time, so that a screen reader does not find the text twice on the page. */
const announcedForMs = 3000;

/** Announces messages that arrive while the chat is open, never its history. */
export function ArrivalAnnouncer({ chat }: { chat: Pick<Chat, "last_seq" | "last_message"> }) {
  const t = useTranslations("Messenger");
  const memberId = useMember().id;
  const { last_seq: seq, last_message: last } = chat;
  const [announced, setAnnounced] = useState({ seq, text: "" });
  if (seq > announced.seq) setAnnounced({ seq, text: announcementOf(seq - announced.seq) });
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced((last) => ({ ...last, text: "" })), announcedForMs);
    return () => clearTimeout(timer);
  }, [announced.seq]);
  return (
    <VisuallyHidden role="log" aria-live="polite">
      {/* The element is new every time, because the same words must be announced again. */}
      <span key={announced.seq}>{announced.text}</span>
    </VisuallyHidden>
  );

  function announcementOf(count: number): string {
    if (last?.author.id === memberId) return "";
    if (count > 1 || !last?.text) return t("arrivedMany", { count });
    const text = Array.from(last.text).slice(0, announcedLengthMax).join("");
    return t("arrived", { name: last.author.fullname, text });
  }
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
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced((last) => ({ ...last, text: "" })), announcedForMs);
    return () => clearTimeout(timer);
  }, [announced.ids]);
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
