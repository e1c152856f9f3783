"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from "react";
import { filesIn, isComposing, isTouch } from "#components/messenger/composer/composer-keys.ts";
import {
  ComposerMentions,
  useMentions,
} from "#components/messenger/composer/composer-mentions.tsx";
import type { Writing } from "#components/messenger/composer/use-writing.ts";
import classes from "#components/messenger/composer/composer.module.css";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { useClearingText } from "#components/messenger/use-clearing-text.ts";
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

/** At each letter the announcement would be in the way of the member's own typing. */
const announcedAt = [0, 10, 50, charactersLeftMax];

export function ComposerField({ chat, field, writing, onFiles, onSubmit }: ComposerFieldProps) {
  const t = useTranslations("Messenger");
  const translateKey = useTranslateKey();
  const { mode } = useConversation().composing;
  const [caret, setCaret] = useState(0);
  const [listId, faultId, leftId] = [useId(), useId(), useId()];
  const mentions = useMentions(chat, writing, caret);
  const { written, fault } = writing;
  const left = charactersLeft(written.text);
  const faultText = fault && (left < 0 ? t("composerOver", { count: -left }) : translateKey(fault));
  const leftText =
    left >= 0 && left <= charactersLeftMax ? t("composerLeft", { count: left }) : null;
  const describedBy = [faultText && faultId, leftText && leftId].filter(Boolean).join(" ");
  const step = left < 0 ? "over" : (fault ?? announcedAt.find((number) => left <= number));
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
    const files = filesIn(event.clipboardData);
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
          aria-describedby={describedBy === "" ? undefined : describedBy}
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
      {faultText !== null && (
        <p id={faultId} className={classes.fault}>
          {faultText}
        </p>
      )}
      {leftText !== null && (
        <span id={leftId} className={classes.left}>
          {leftText}
        </span>
      )}
      <StepAnnouncer step={step} text={faultText ?? leftText ?? ""} />
    </div>
  );
}

interface StepAnnouncerProps {
  step: string | number | undefined;
  text: string;
}

/** Announces the text when the step changes; what the text says in between is not announced. */
function StepAnnouncer({ step, text }: StepAnnouncerProps) {
  const [announced, setAnnounced] = useState({ step, text: "" });
  if (step !== announced.step) setAnnounced({ step, text });
  useClearingText(setAnnounced, announced.step);
  return <VisuallyHidden role="status">{announced.text}</VisuallyHidden>;
}

/**
 * Returns the number of characters until the limit; Infinity for a short text, because counting at every key press
 * would be slow.
 */
function charactersLeft(text: string): number {
  if (text.length < messageLengthMax - charactersLeftMax) return Infinity;
  return messageLengthMax - Array.from(text.trim()).length;
}
