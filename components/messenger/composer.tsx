"use client";

import { ActionIcon, Textarea } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import classes from "#components/messenger/composer.module.css";
import { useMember } from "#lib/auth/auth-context.tsx";
import { useTranslateKey } from "#lib/i18n/use-translate-key.ts";
import { createClientId } from "#lib/messenger/client-id.ts";
import { keepDraft, readDraft } from "#lib/messenger/drafts.ts";
import { useOutbox } from "#lib/messenger/outbox-context.tsx";
import type { Chat } from "#lib/messenger/schema.ts";
import { textFault } from "#lib/messenger/send-message.ts";

/** The field to write in. What is begun is kept as a draft of the chat. */
export function Composer({ chat }: { chat: Pick<Chat, "id" | "kind"> }) {
  const t = useTranslations("Messenger");
  const translateKey = useTranslateKey();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, write, send } = useWriting(chat);
  useTypingAnywhere(field);
  const fault = textFault(text);
  const ready = fault === null && text.trim() !== "";

  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (ready) send();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event) || isTouch()) return;
    event.preventDefault();
    submit();
  };
  return (
    <form className={classes.root} aria-label={t("composer")} onSubmit={submit}>
      <div className={classes.row}>
        <Textarea
          ref={field}
          className={classes.field}
          classNames={{ input: classes.input }}
          aria-label={t("message")}
          placeholder={t("message")}
          autosize
          minRows={1}
          maxRows={7}
          value={text}
          error={fault !== null && translateKey(fault)}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon
          type="submit"
          variant="filled"
          color="kampus"
          radius="50%"
          aria-label={t("send")}
          disabled={!ready}
          // The field keeps the focus, or the phone's keyboard would close.
          onMouseDown={(event) => event.preventDefault()}
        >
          <IconSend size={22} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </div>
    </form>
  );
}

function useWriting({ id: chatId, kind }: Pick<Chat, "id" | "kind">) {
  const memberId = useMember().id;
  const outbox = useOutbox();
  const [text, setText] = useState(() => readDraft(memberId, chatId));
  const write = (next: string) => {
    setText(next);
    keepDraft(memberId, chatId, next);
  };
  const send = () => {
    const createdAt = new Date().toISOString();
    outbox.add({ kind, chatId, clientId: createClientId(), text: text.trim(), createdAt });
    write("");
  };
  return { text, write, send };
}

/** Enter that picks a word of an input method sends nothing. Safari tells so only by the key code. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells it in Safari
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** On a phone Enter is a new line. */
function isTouch(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}

/** A character typed anywhere else in the conversation goes into the field. */
function useTypingAnywhere(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
      const isCharacter = Array.from(event.key).length === 1 && event.key !== " ";
      if (plain && isCharacter && !isTakenByTarget(event.target)) field.current?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [field]);
}

function isTakenByTarget(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role='menu'], [role='dialog']") !==
      null
  );
}
