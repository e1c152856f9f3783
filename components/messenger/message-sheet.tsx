"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SheetActions } from "#components/messenger/actions/action-items.tsx";
import { EmojiPicker } from "#components/messenger/emoji/emoji-picker.tsx";
import type { OpenMenuProps } from "#components/messenger/actions/message-menu-entries.ts";
import classes from "#components/messenger/actions/message-menu.module.css";
import { MessageReactors } from "#components/messenger/message-reactors.tsx";
import { QuickReactions } from "#components/messenger/actions/quick-reactions.tsx";
import { BottomSheet, SheetScroll } from "#components/ui/overlays/bottom-sheet.tsx";

/** The menu of a message on a phone. */
export function MessageSheet({ message, actions, onReact, onClose }: OpenMenuProps) {
  const t = useTranslations("MessageMenu");
  const [picking, setPicking] = useState(false);
  return (
    <BottomSheet opened onClose={onClose} title={t("title")} closeLabel={t("close")} size="auto">
      <SheetScroll>
        {picking ? (
          <div className={classes.sheetPicker}>
            <EmojiPicker onPick={onReact} />
          </div>
        ) : (
          <>
            <QuickReactions
              message={message}
              onReact={onReact}
              onMore={() => setPicking(true)}
              render={(button) => <button type="button" {...button} />}
            />
            <MessageReactors message={message} />
            <div className={classes.below}>
              <SheetActions actions={actions} onChoose={onClose} />
            </div>
          </>
        )}
      </SheetScroll>
    </BottomSheet>
  );
}
