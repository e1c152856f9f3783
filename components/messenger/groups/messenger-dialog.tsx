"use client";

import { ActionIcon } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/messenger/groups/messenger-dialog.module.css";
import { useOpenerFocus } from "#components/ui/overlays/use-opener-focus.ts";
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
  useOpenerFocus();
  return (
    <Modal
      opened
      onBack={onBack}
      onClose={onClose}
      size="md"
      title={title}
      fillsPhone
      isTall
      leading={
        onBack && (
          <ActionIcon aria-label={t("newChatBack")} onClick={onBack}>
            <IconChevronLeft size={22} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        )
      }
      returnFocus={false}
    >
      {children}
    </Modal>
  );
}

/** The part below the scrolling content that stays visible. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
