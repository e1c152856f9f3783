"use client";

import { IconArrowForwardUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { saidOf, useChatLine } from "#components/messenger/chat-list/chat-line.ts";
import classes from "#components/messenger/chat-list/chat-row.module.css";
import { useTypingText } from "#components/messenger/conversation/use-typing-text.ts";
import { onDraftChange, shownDraft } from "#lib/messenger/drafts/drafts.ts";
import { type Outgoing, shownState } from "#lib/messenger/outbox/outgoing.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

interface ChatRowLineProps {
  chat: Chat;
  memberId: number;
  open: boolean;
  unsent: Outgoing | undefined;
}

/** Shows who is typing, else the unsent message or the draft, else the last message. */
export function ChatRowLine({ chat, memberId, open, unsent }: ChatRowLineProps) {
  const t = useTranslations("Messenger");
  const typing = useTypingText(chat);
  const draft = useSyncExternalStore(
    onDraftChange,
    () => (open ? "" : shownDraft(memberId, chat)), // a member who has the chat open sees it in the field
    () => "",
  );
  if (typing !== null) return <span className={classes.typing}>{typing}</span>;
  if (unsent && shownState(unsent) === "failed")
    return <span className={classes.failed}>{t("notSent")}</span>;
  if (draft) return <span className={classes.draft}>{t("draftLine", { text: draft })}</span>;
  return <LastMessage chat={chat} memberId={memberId} unsent={unsent} />;
}

function LastMessage({ chat, memberId, unsent }: Omit<ChatRowLineProps, "open">) {
  const t = useTranslations("Messenger");
  const lineOf = useChatLine();
  const last = unsent ? saidOf(unsent, { id: memberId, fullname: "" }) : chat.last_message;
  if (!last) return <span className={classes.line}>{t("noMessages")}</span>;
  const { text, Icon, forwarded } = lineOf(chat, last, memberId);
  return (
    <span className={classes.line}>
      {forwarded && (
        <IconArrowForwardUp size={16} stroke={1.7} role="img" aria-label={t("rowForwarded")} />
      )}
      {Icon && <Icon size={16} stroke={1.7} aria-hidden="true" />}
      {text}
    </span>
  );
}
