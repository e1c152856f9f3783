"use client";

import { useTranslations } from "next-intl";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from "react";
import { isComposing, isTouch } from "#components/messenger/composer/composer-keys.ts";
import {
  ComposerMentions,
  useMentions,
} from "#components/messenger/composer/composer-mentions.tsx";
import type { Writing } from "#components/messenger/composer/use-writing.ts";
import classes from "#components/messenger/composer/composer.module.css";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { useTranslateKey } from "#lib/i18n/use-translate-key.ts";
import { type Chat, messageLengthMax } from "#lib/messenger/contract/schema.ts";

interface ComposerFieldProps {
  chat: Chat;
  field: RefObject<HTMLTextAreaElement | null>;
  writing: Writing;
  /** Null when no files are accepted. */
  onFiles: ((files: readonly File[]) => void) | null;
  onSubmit: () => void;
}

/** When at most this many characters are left, their number is shown. */
const charactersLeftMax = 200;

export function ComposerField({ chat, field, writing, onFiles, onSubmit }: ComposerFieldProps) {
  const t = useTranslations("Messenger");
  const translateKey = useTranslateKey();
  const { mode } = useConversation().composing;
  const [caret, setCaret] = useState(0);
  const [listId, faultId] = [useId(), useId()];
  const mentions = useMentions(chat, writing, caret);
  const { written, fault } = writing;
  const left = charactersLeft(written.text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || mentions.takesKey(event)) return;
    if (event.key === "Escape" && mode !== "new") writing.leave();
    if (event.key === "ArrowUp" && written.text === "" && mode === "new" && writing.editLast())
      event.preventDefault();
    if (event.key !== "Enter" || event.shiftKey || isTouch()) return;
    event.preventDefault();
    onSubmit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = Array.from(event.clipboardData.files);
    if (files.length === 0 || !onFiles) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <div className={classes.field}>
      {mentions.people.length > 0 && <ComposerMentions id={listId} mentions={mentions} />}
      {/* No height is measured at a key press, because on a slow phone that drops frames. */}
      <div className={classes.growing} data-copy={written.text}>
        <textarea
          ref={field}
          className={classes.input}
          aria-label={t("message")}
          placeholder={t("message")}
          rows={1}
          value={written.text}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : faultId}
          aria-autocomplete={chat.kind === "group" ? "list" : undefined}
          aria-controls={mentions.people.length > 0 ? listId : undefined}
          aria-activedescendant={
            mentions.people.length > 0 ? `${listId}-${mentions.active}` : undefined
          }
          onChange={({ currentTarget: { value, selectionStart } }) => {
            setCaret(selectionStart);
            writing.type(value, selectionStart);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
      {fault !== null && (
        <p id={faultId} className={classes.fault} role="status">
          {left < 0 ? t("composerOver", { count: -left }) : translateKey(fault)}
        </p>
      )}
      {left >= 0 && left <= charactersLeftMax && (
        <span className={classes.left} role="status">
          {t("composerLeft", { count: left })}
        </span>
      )}
    </div>
  );
}

/**
 * Returns the number of characters until the limit; Infinity for a short text, because counting at every key press
 * would be slow.
 */
function charactersLeft(text: string): number {
  if (text.length < messageLengthMax - charactersLeftMax) return Infinity;
  return messageLengthMax - Array.from(text.trim()).length;
}
