"use client";

import { useTranslations } from "next-intl";
import classes from "#components/messenger/message/message-quote.module.css";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Quote } from "#lib/messenger/contract/schema.ts";

interface MessageQuoteProps {
  quote: Quote;
  /** Shows the message that is quoted. */
  onOpen: () => void;
}

/** What a message answers. */
export function MessageQuote({ quote, onOpen }: MessageQuoteProps) {
  const t = useTranslations("Bubble");
  const you = useTranslations("Messenger")("you");
  const memberId = useMember().id;
  const { author, text, attachment, deleted } = quote;
  const name = author.id === memberId ? you : author.fullname;
  const words = deleted ? t("deleted") : text || (attachment ? t(attachment) : "");
  return (
    <button type="button" className={classes.root} onClick={onOpen}>
      <span className={classes.author}>{name}</span>
      <span className={classes.text} dir="auto" data-plain={deleted || text === "" || undefined}>
        {words}
      </span>
    </button>
  );
}
