"use client";

import { ActionIcon } from "@mantine/core";
import {
  IconArrowBackUp,
  IconCheck,
  IconPaperclip,
  IconPencil,
  IconSend,
  IconX,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, type SyntheticEvent, useEffect, useEffectEvent, useRef } from "react";
import barClasses from "#components/messenger/composer/composer-bar.module.css";
import {
  type ChosenFiles,
  useChosenFiles,
} from "#components/messenger/composer/use-chosen-files.ts";
import { ComposerDrop } from "#components/messenger/composer/composer-drop.tsx";
import { ComposerEmoji } from "#components/messenger/composer/composer-emoji.tsx";
import { ComposerField } from "#components/messenger/composer/composer-field.tsx";
import { ComposerFiles } from "#components/messenger/composer/composer-files.tsx";
import {
  keepFocus,
  useFocusFromStart,
  usePastingAnywhere,
  useTypingAnywhere,
} from "#components/messenger/composer/composer-keys.ts";
import {
  useStableCallback,
  useWriting,
  type Writing,
} from "#components/messenger/composer/use-writing.ts";
import classes from "#components/messenger/composer/composer.module.css";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { useFileInput } from "#components/ui/controls/use-file-input.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { type EditedMessage, useEditMessage } from "#lib/messenger/cache/change-message.ts";
import type { Chat, Mention, Message } from "#lib/messenger/contract/schema.ts";
import type { Composing } from "#lib/messenger/drafts/composing.ts";
import { trimmedText, type Written } from "#lib/messenger/drafts/mention-text.ts";
import { quoteOf } from "#lib/messenger/history/history-window.ts";
import { createClientId } from "#lib/http/client-id.ts";
import { useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";

/**
 * The form for writing to a chat. A key press renders only the field; an unsent text stays as the draft of the chat.
 */
export function Composer({ chat }: { chat: Chat }) {
  const t = useTranslations("Messenger");
  const form = useRef<HTMLFormElement>(null);
  const { composing, field } = useConversation();
  const chosen = useChosenFiles(chat.id);
  const writing = useWriting(chat, field);
  const { ready, submit: submitWritten } = useSubmit(chat, writing, chosen);
  const isEditing = composing.mode === "edit";
  useFocusFromStart(field);
  useTypingAnywhere(field);
  usePastingAnywhere(field, { onText: writing.insert, onFiles: isEditing ? null : chosen.add });
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    submitWritten();
    field.current?.focus();
  };
  return (
    <form
      ref={form}
      className={classes.root}
      tabIndex={-1}
      aria-label={t("composer")}
      onSubmit={submit}
    >
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
        <ComposerSend isEditing={isEditing} ready={ready} />
      </div>
    </form>
  );
}

/** Sends the message, or saves the message that is edited. */
function useSubmit(chat: Chat, writing: Writing, chosen: ChosenFiles) {
  const { composing, edit, stopComposing } = useConversation();
  const send = useSend(chat, chosen);
  const save = useSaveEdited(chat, (message, unsaved) => {
    if (composing.mode === "new") edit(message, unsaved);
    else writing.addToDraft(unsaved);
  });
  const { written, fault } = writing;
  const files = composing.mode === "edit" ? composing.message.attachments : chosen.files;
  const ready = fault === null && (written.text.trim() !== "" || files.length > 0);
  const submit = () => {
    if (!ready) return;
    if (composing.mode === "edit") save(composing.message, trimmedText(written));
    else {
      send(trimmedText(written), composing);
      writing.clearDraft();
    }
    stopComposing();
  };
  const hold = useHeldSend(chat.id, chosen, () => {
    if (composing.mode !== "edit") submit();
  });
  return { ready, submit: composing.mode !== "edit" && chosen.isChecking ? hold : submit };
}

/**
 * Holds a message until each of its files has been checked for tags that the server cannot remove. Then it is sent,
 * unless a warning about such tags has just appeared: then the member sends it themselves, or removes the file.
 */
function useHeldSend(chatId: number, { files, isChecking }: ChosenFiles, send: () => void) {
  const keeping = files.filter(({ keepsTags }) => keepsTags).length;
  const held = useRef<{ chatId: number; keeping: number } | null>(null);
  const release = useEffectEvent(() => {
    const { current } = held;
    held.current = null;
    if (current?.chatId === chatId && current.keeping === keeping) send();
  });
  useEffect(() => {
    if (!isChecking) release();
  }, [chatId, isChecking]);
  return () => {
    held.current = { chatId, keeping };
  };
}

/** Adds a message to the outbox, with the chosen files. */
function useSend({ kind, id: chatId }: Chat, chosen: ChosenFiles) {
  const outbox = useOutbox();
  return ({ text, mentions }: Written, composing: Composing) => {
    outbox.add({
      kind,
      chatId,
      clientId: createClientId(),
      text,
      mentions,
      reply: composing.mode === "reply" ? quoteOf(composing.message) : null,
      attachments: chosen.files,
      createdAt: new Date().toISOString(),
    });
    chosen.clear();
  };
}

/** Saves an edit. `onUnsaved` gets the text of a refused edit, so that nothing written is lost. */
function useSaveEdited(
  { kind, id: chatId }: Chat,
  onUnsaved: (message: Message, unsaved: Written) => void,
) {
  const t = useTranslations("Messenger");
  const restoreUnsaved = useStableCallback(({ message, text, mentions }: EditedMessage) =>
    onUnsaved(message, { text, mentions }),
  );
  const { mutate } = useEditMessage({ kind, chatId }, (failure, edited) => {
    showFailure(t("composerNotSaved"), failure.message);
    restoreUnsaved(edited);
  });
  return (message: Message, { text, mentions }: Written) => {
    // Another member of the same name may be mentioned by the same text.
    if (text !== message.text || !isSameMentions(mentions, message.mentions))
      mutate({ message, text, mentions });
  };
}

const isSameMentions = (some: readonly Mention[], others: readonly Mention[]) =>
  some.length === others.length &&
  some.every(({ id, offset, length }, index) => {
    const other = others[index];
    return other?.id === id && other.offset === offset && other.length === length;
  });

/** The message that is being answered or edited, above the field. */
const ComposerBar = memo(function ComposerBar() {
  const t = useTranslations("Messenger");
  const tBubble = useTranslations("Bubble");
  const memberId = useMember().id;
  const { composing, stopComposing, goTo, passFocusOn } = useConversation();
  if (composing.mode === "new") return null;
  const { mode, message } = composing;
  const isReply = mode === "reply";
  const Icon = isReply ? IconArrowBackUp : IconPencil;
  const attached = message.attachments[0]?.kind;
  const name = message.author.id === memberId ? t("you") : message.author.fullname;
  return (
    <div className={barClasses.root} role="group" aria-label={t(`composer-${mode}`)}>
      <Icon size={22} stroke={1.7} aria-hidden="true" className={barClasses.icon} />
      <button type="button" className={barClasses.message} onClick={() => goTo(message.seq)}>
        <span className={barClasses.title}>
          {isReply ? t("composerReplyTo", { name }) : t("composer-edit")}
        </span>
        <span className={barClasses.text} dir="auto">
          {message.text || (attached && tBubble(attached))}
        </span>
      </button>
      <ActionIcon
        aria-label={t(isReply ? "composerNoReply" : "composerNoEdit")}
        title={t(isReply ? "composerNoReply" : "composerNoEdit")}
        onMouseDown={keepFocus}
        onClick={({ currentTarget }) => {
          passFocusOn(currentTarget.form);
          stopComposing();
        }}
      >
        <IconX size={20} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
});

/** Chooses files of any kind, several at once. */
const ComposerAttach = memo(function ComposerAttach({
  onFiles,
}: {
  onFiles: (files: readonly File[]) => void;
}) {
  const t = useTranslations("Messenger");
  const label = t("composerAttach");
  const { open, input } = useFileInput({ label, multiple: true, onFiles });
  return (
    <>
      <button
        type="button"
        className={classes.tool}
        aria-label={label}
        title={label}
        onClick={open}
      >
        <IconPaperclip size={22} stroke={1.7} aria-hidden="true" />
      </button>
      {input}
    </>
  );
});

interface ComposerSendProps {
  isEditing: boolean;
  ready: boolean;
}

const ComposerSend = memo(function ComposerSend({ isEditing, ready }: ComposerSendProps) {
  const t = useTranslations("Messenger");
  const Icon = isEditing ? IconCheck : IconSend;
  return (
    <button
      type="submit"
      className={classes.send}
      aria-label={t(isEditing ? "composerSave" : "send")}
      disabled={!ready}
      onMouseDown={keepFocus}
    >
      <Icon size={22} stroke={1.7} aria-hidden="true" />
    </button>
  );
});
