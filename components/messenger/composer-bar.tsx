"use client";

import { IconArrowBackUp, IconPencil, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import classes from "#components/messenger/composer/composer-bar.module.css";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { IconButton } from "#components/ui/controls/icon-button.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";

/** What is answered or edited, above the field. */
export const ComposerBar = memo(function ComposerBar() {
  const t = useTranslations("Messenger");
  const tBubble = useTranslations("Bubble");
  const memberId = useMember().id;
  const { composing, stopComposing, goTo } = useConversation();
  if (composing.mode === "new") return null;
  const { mode, message } = composing;
  const isReply = mode === "reply";
  const Icon = isReply ? IconArrowBackUp : IconPencil;
  const attached = message.attachments[0]?.kind;
  const name = message.author.id === memberId ? t("you") : message.author.fullname;
  return (
    <div className={classes.root} role="group" aria-label={t(`composer-${mode}`)}>
      <Icon size={22} stroke={1.7} aria-hidden="true" className={classes.icon} />
      <button type="button" className={classes.message} onClick={() => goTo(message.seq)}>
        <span className={classes.title}>
          {isReply ? t("composerReplyTo", { name }) : t("composer-edit")}
        </span>
        <span className={classes.text} dir="auto">
          {message.text || (attached && tBubble(attached))}
        </span>
      </button>
      <IconButton
        aria-label={t(isReply ? "composerNoReply" : "composerNoEdit")}
        title={t(isReply ? "composerNoReply" : "composerNoEdit")}
        onClick={stopComposing}
      >
        <IconX size={20} stroke={1.8} aria-hidden="true" />
      </IconButton>
    </div>
  );
});
