"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Message } from "#lib/messenger/schema.ts";

/** Longer messages are announced by their beginning. */
const announcedLengthMax = 200;
/** Afterwards the words would only stand twice on the page. */
const announcedForMs = 3000;

/** Tells a screen reader of messages that arrive while the chat is open, never of its history. */
export function ArrivalAnnouncer({ messages }: { messages: readonly Message[] }) {
  const t = useTranslations("Messenger");
  const memberId = useMember().id;
  const last = messages.at(-1)?.seq ?? 0;
  const [told, setTold] = useState({ seq: last, text: "" });
  if (last > told.seq) {
    const arrived = messages.filter(({ seq, author }) => seq > told.seq && author.id !== memberId);
    setTold({ seq: last, text: announcementOf(arrived) });
  }
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

  function announcementOf(arrived: Message[]): string {
    const [first] = arrived;
    if (!first) return "";
    if (arrived.length > 1) return t("arrivedMany", { count: arrived.length });
    const text = Array.from(first.text).slice(0, announcedLengthMax).join("");
    return t("arrived", { name: first.author.fullname, text });
  }
}
