"use client";

import { useTranslations } from "next-intl";
import classes from "#components/messenger/composer/composer.module.css";
import { EmojiPicker } from "#components/messenger/emoji/emoji-picker.tsx";
import { BottomSheet, SheetScroll } from "#components/ui/overlays/bottom-sheet.tsx";

export interface EmojiSheetProps {
  opened: boolean;
  onClose: () => void;
  onPick: (emoji: string) => void;
}

/** Emoji in the place of a phone's keyboard. */
export function EmojiSheet({ opened, onClose, onPick }: EmojiSheetProps) {
  const t = useTranslations("Messenger");
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
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
  );
}
