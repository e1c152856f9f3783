"use client";

import { useTranslations } from "next-intl";
import { type SyntheticEvent, useRef } from "react";
import { ComposerAttach } from "#components/messenger/composer-attach.tsx";
import { ComposerBar } from "#components/messenger/composer-bar.tsx";
import { ComposerDrop } from "#components/messenger/composer/composer-drop.tsx";
import { ComposerEmoji } from "#components/messenger/composer/composer-emoji.tsx";
import { ComposerField } from "#components/messenger/composer/composer-field.tsx";
import { ComposerFiles } from "#components/messenger/composer/composer-files.tsx";
import { ComposerSend } from "#components/messenger/composer-send.tsx";
import { useChosenFiles } from "#components/messenger/composer/composer-chosen.ts";
import {
  useFocusFromStart,
  usePastingAnywhere,
  useTypingAnywhere,
} from "#components/messenger/composer/composer-keys.ts";
import { useWriting } from "#components/messenger/composer/composer-writing.ts";
import classes from "#components/messenger/composer/composer.module.css";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** Where one writes; of its parts a key draws only the field anew. What is begun is kept as a draft of the chat. */
export function Composer({ chat }: { chat: Chat }) {
  const t = useTranslations("Messenger");
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const chosen = useChosenFiles(chat.id);
  const writing = useWriting(chat, field, chosen);
  const { mode } = useConversation().composing;
  const isEditing = mode === "edit";
  useFocusFromStart(field);
  useTypingAnywhere(field);
  usePastingAnywhere(field, { onText: writing.insert, onFiles: isEditing ? null : chosen.add });
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    writing.submit();
    field.current?.focus();
  };
  return (
    <form ref={form} className={classes.root} aria-label={t("composer")} onSubmit={submit}>
      {!isEditing && <ComposerDrop form={form} onFiles={chosen.add} />}
      <ComposerBar />
      {!isEditing && <ComposerFiles chosen={chosen} />}
      <div className={classes.row}>
        {!isEditing && <ComposerAttach onFiles={chosen.add} />}
        <ComposerField
          chat={chat}
          field={field}
          writing={writing}
          onFiles={isEditing ? null : chosen.add}
          onSubmit={submit}
        />
        <ComposerEmoji field={field} onPick={writing.insert} />
        <ComposerSend isEditing={isEditing} ready={writing.ready} />
      </div>
    </form>
  );
}
