"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import classes from "#components/messenger/composer/emoji-sheet.module.css";
import { EmojiPicker } from "#components/messenger/emoji/emoji-picker.tsx";
import { BottomSheet, SheetScroll } from "#components/ui/overlays/bottom-sheet.tsx";

export interface EmojiSheetProps {
  opened: boolean;
  onClose: () => void;
  /** The field that the sheet covers. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** Inserts at the caret of the field. */
  onPick: (emoji: string) => void;
}

/** Emoji in the place of a phone's keyboard. */
export function EmojiSheet({ opened, onClose, ...picking }: EmojiSheetProps) {
  const t = useTranslations("Messenger");
  return (
    <BottomSheet opened={opened} onClose={onClose} title={t("composerEmoji")} size="auto">
      <PickedInSight {...picking} />
    </BottomSheet>
  );
}

/** The emoji, below one line of what the covered field holds around its caret. */
function PickedInSight({ field, onPick }: Pick<EmojiSheetProps, "field" | "onPick">) {
  const t = useTranslations("Messenger");
  const [{ before, after }, setWritten] = useState(() => writtenIn(field.current));
  const [picked, setPicked] = useState({ count: 0, emoji: "" });
  const pick = (emoji: string) => {
    // Rendered with the emoji at once, because the text and the caret are read from the field after that.
    flushSync(() => onPick(emoji));
    setWritten(writtenIn(field.current));
    setPicked(({ count }) => ({ count: count + 1, emoji }));
  };
  return (
    <>
      <VisuallyHidden role="status">
        {/* The element is new every time, because the same emoji must be announced again. */}
        <span key={picked.count}>{picked.emoji}</span>
      </VisuallyHidden>
      <p className={classes.written}>
        {before + after === "" ? (
          <span className={classes.nothing}>{t("message")}</span>
        ) : (
          <>
            <span className={classes.before}>
              <span>{before}</span>
            </span>
            <span className={classes.caret} />
            <span className={classes.after}>{after}</span>
          </>
        )}
      </p>
      <SheetScroll>
        <div className={classes.picker}>
          <EmojiPicker onPick={pick} />
        </div>
      </SheetScroll>
    </>
  );
}

/** Returns the text before the caret and the text after it, each on one line. */
function writtenIn(field: HTMLTextAreaElement | null): { before: string; after: string } {
  const { value = "", selectionEnd = 0 } = field ?? {};
  const line = value.replaceAll("\n", " ");
  return { before: line.slice(0, selectionEnd), after: line.slice(selectionEnd) };
}
