"use client";

import { ActionIcon } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createElement, useState } from "react";
import classes from "#components/messenger/chat-list/chat-panel.module.css";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";

const fetchDialog = async () =>
  (await import("#components/messenger/chat-list/new-chat.tsx")).NewChat;

/** Begins a chat with a friend, or a group. */
export function NewChatButton() {
  const t = useTranslations("Messenger");
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const dialog = useOnDemand(fetchDialog, close, opened);
  return (
    <>
      <ActionIcon
        className={classes.newChat}
        aria-label={t("newChat")}
        aria-haspopup="dialog"
        title={t("newChat")}
        onClick={() => setOpened(true)}
      >
        <IconPencil size={20} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
      {opened && dialog && createElement(dialog, { onClose: close })}
    </>
  );
}
