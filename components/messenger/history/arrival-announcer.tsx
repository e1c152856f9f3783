"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** Longer messages are announced by their beginning. */
const announcedLengthMax = 200;
/** Afterwards the words would only stand twice on the page. */
const announcedForMs = 3000;

/** Tells a screen reader of messages that arrive while the chat is open, never of its history. */
export function ArrivalAnnouncer({ chat }: { chat: Pick<Chat, "last_seq" | "last_message"> }) {
  const t = useTranslations("Messenger");
  const memberId = useMember().id;
  const { last_seq: seq, last_message: last } = chat;
  const [told, setTold] = useState({ seq, text: "" });
  if (seq > told.seq) setTold({ seq, text: announcementOf(seq - told.seq) });
  useEffect(() => {
    const timer = setTimeout(() => setTold((last) => ({ ...last, text: "" })), announcedForMs);
    return () => clearTimeout(timer);
  }, [told.seq]);
  return (
    <VisuallyHidden role="log" aria-live="polite">
      {/* A new element every time: the same words twice are two announcements. */}
      <span key={told.seq}>{told.text}</span>
    </VisuallyHidden>
  );

  function announcementOf(count: number): string {
    if (last?.author.id === memberId) return "";
    if (count > 1 || !last?.text) return t("arrivedMany", { count });
    const text = Array.from(last.text).slice(0, announcedLengthMax).join("");
    return t("arrived", { name: last.author.fullname, text });
  }
}
