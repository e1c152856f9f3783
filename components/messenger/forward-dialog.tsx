"use client";

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/messenger/forward-dialog.module.css";
import { ForwardTargets } from "#components/messenger/forward-targets.tsx";
import { useForwarding } from "#components/messenger/forwarding.tsx";
import { useCloseOnBack } from "#components/ui/use-close-on-back.ts";
import type { ForwardTarget } from "#lib/messenger/forward-messages.ts";
import type { Message } from "#lib/messenger/schema.ts";

interface ForwardDialogProps {
  messages: readonly Message[];
  onClose: () => void;
}

const phone = "(max-width: 36em)";

/** To whom messages are sent on: chats, and friends with whom there is none yet. On a phone it is the whole screen. */
export function ForwardDialog({ messages, onClose }: ForwardDialogProps) {
  const t = useTranslations("Forward");
  const fullScreen = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const [targets, setTargets] = useState<ReadonlyMap<string, ForwardTarget>>(new Map());
  const { send, isSending } = useForwarding(messages, onClose);
  useCloseOnBack(onClose);
  const toggle = (key: string, target: ForwardTarget) => {
    const chosen = new Map(targets);
    if (!chosen.delete(key)) chosen.set(key, target);
    setTargets(chosen);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={440}
      padding={0}
      fullScreen={fullScreen}
      returnFocus={false}
      withCloseButton={false}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <div className={classes.header}>
        <Modal.Title className={classes.title}>{t("title")}</Modal.Title>
        <Modal.CloseButton aria-label={t("close")} size={44} />
      </div>
      <ForwardTargets chosen={targets} onToggle={toggle} />
      <div className={classes.foot}>
        <span className={classes.count} role="status">
          {t("chosen", { count: targets.size })}
        </span>
        <Button
          disabled={targets.size === 0}
          loading={isSending}
          onClick={() => void send([...targets.values()])}
        >
          {t("send", { count: messages.length })}
        </Button>
      </div>
    </Modal>
  );
}
