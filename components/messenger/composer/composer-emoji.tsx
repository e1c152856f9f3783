"use client";

import { useMediaQuery } from "@mantine/hooks";
import { IconMoodSmile } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, type RefObject, useState } from "react";
import classes from "#components/messenger/composer/composer.module.css";
import { EmojiPicker } from "#components/messenger/emoji/emoji-picker.tsx";
import { BottomSheet, SheetScroll } from "#components/ui/overlays/bottom-sheet.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";

interface ComposerEmojiProps {
  field: RefObject<HTMLTextAreaElement | null>;
  onPick: (emoji: string) => void;
}

/** Inserts emoji at the caret: beside the field or, on a phone, in place of its keyboard. */
export const ComposerEmoji = memo(function ComposerEmoji({ field, onPick }: ComposerEmojiProps) {
  const t = useTranslations("Messenger");
  const [opened, setOpened] = useState(false);
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const button = (
    <button
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
        <BottomSheet
          opened={opened}
          onClose={() => setOpened(false)}
          title={t("composerEmoji")}
          closeLabel={t("composerEmojiClose")}
          size="auto"
        >
          <SheetScroll>
            <div className={classes.emojiSheet}>
              <EmojiPicker onPick={onPick} />
            </div>
          </SheetScroll>
        </BottomSheet>
      </>
    );
  const close = (isOpen: boolean) => {
    setOpened(isOpen);
    if (!isOpen) field.current?.focus();
  };
  return (
    <Popover
      opened={opened}
      onChange={close}
      position="top-end"
      width={360}
      trapFocus
      returnFocus={false}
      radius={12}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.emojiPopover} aria-label={t("composerEmoji")}>
        <EmojiPicker onPick={onPick} />
      </Popover.Dropdown>
    </Popover>
  );
});
