"use client";

import { useMediaQuery } from "@mantine/hooks";
import { IconMoodSmile } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createElement, memo, type RefObject, useRef, useState } from "react";
import classes from "#components/messenger/composer/composer.module.css";
import type { EmojiSheetProps } from "#components/messenger/composer/emoji-sheet.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { narrowScreen } from "#components/ui/overlays/use-is-narrow.ts";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";

const fetchSheet = async () =>
  (await import("#components/messenger/composer/emoji-sheet.tsx")).EmojiSheet;
const fetchPicker = async () =>
  (await import("#components/messenger/emoji/emoji-picker.tsx")).EmojiPicker;

interface ComposerEmojiProps {
  field: RefObject<HTMLTextAreaElement | null>;
  onPick: (emoji: string) => void;
}

/** Inserts emoji at the caret: beside the field or, on a phone, in place of its keyboard. */
export const ComposerEmoji = memo(function ComposerEmoji({ field, onPick }: ComposerEmojiProps) {
  const t = useTranslations("Messenger");
  const opener = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const isNarrow = useMediaQuery(narrowScreen);
  const picker = useOnDemand(fetchPicker, () => setOpened(false), opened && !isNarrow);
  const button = (
    <button
      ref={opener}
      type="button"
      className={classes.tool}
      aria-label={t("composerEmoji")}
      aria-expanded={opened}
      title={t("composerEmoji")}
      onClick={() => setOpened(!opened)}
    >
      <IconMoodSmile size={22} stroke={1.7} aria-hidden="true" />
    </button>
  );
  if (isNarrow)
    return (
      <>
        {button}
        <SheetOnDemand
          opened={opened}
          onClose={() => {
            setOpened(false);
            opener.current?.focus(); // the field would open the keyboard
          }}
          field={field}
          onPick={onPick}
        />
      </>
    );
  const close = (isOpen: boolean) => {
    setOpened(isOpen);
    if (!isOpen) field.current?.focus();
  };
  return (
    <Popover
      opened={opened && picker !== null}
      onChange={close}
      position="top-end"
      width={360}
      trapFocus
      returnFocus={false}
      radius={12}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.emojiPopover} aria-label={t("composerEmoji")}>
        {picker && createElement(picker, { onPick })}
      </Popover.Dropdown>
    </Popover>
  );
});

/** Fetched when the sheet opens for the first time. It stays mounted afterwards, because closing it takes time. */
function SheetOnDemand(props: EmojiSheetProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.opened && !wasOpened) setWasOpened(true);
  const sheet = useOnDemand(fetchSheet, props.onClose, wasOpened);
  return sheet && createElement(sheet, props);
}
