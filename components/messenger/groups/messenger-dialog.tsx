"use client";

import { ActionIcon, CloseButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { closeByEscape } from "#components/messenger/close-by-escape.ts";
import classes from "#components/messenger/groups/messenger-dialog.module.css";
import { useOpenerFocus } from "#components/messenger/use-opener-focus.ts";
import { Modal } from "#components/ui/overlays/modal.tsx";

interface MessengerDialogProps {
  title: string;
  /** Goes back to the former step. */
  onBack?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog of the messenger, as high as the window allows; on a phone it fills the screen. */
export function MessengerDialog({ title, onBack, onClose, children }: MessengerDialogProps) {
  const t = useTranslations("Messenger");
  const isNarrow = useMediaQuery("(max-width: 48em)", undefined, {
    getInitialValueInEffect: false,
  });
  useOpenerFocus();
  return (
    <Modal
      opened
      onBack={onBack}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={closeByEscape(onClose)}
      size="md"
      fullScreen={isNarrow}
      padding={0}
      withCloseButton={false}
      returnFocus={false}
      classNames={{ content: classes.content, body: classes.body }}
      attributes={{ content: { "aria-label": title } }}
    >
      <div className={classes.head} data-back={onBack !== undefined}>
        {onBack && (
          <ActionIcon aria-label={t("newChatBack")} onClick={onBack}>
            <IconChevronLeft size={22} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        )}
        <h2 className={classes.title}>{title}</h2>
        <CloseButton aria-label={t("newChatClose")} size={44} iconSize={20} onClick={onClose} />
      </div>
      {children}
    </Modal>
  );
}

/** The part below the scrolling content that stays visible. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
