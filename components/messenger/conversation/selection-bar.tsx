"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconArrowForwardUp, IconCopy, IconTrash, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { useCopy } from "#components/messenger/actions/use-copy.ts";
import { useMessageActions } from "#components/messenger/actions/message-actions-context.ts";
import { useDeletion } from "#components/messenger/actions/use-deletion.ts";
import classes from "#components/messenger/conversation/selection-bar.module.css";
import { useCloseByEscape } from "#components/ui/overlays/use-close-by-escape.ts";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { mayDelete } from "#lib/messenger/message-rights.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** The actions on the selected messages, in place of the composer. Escape and Back end the selection. */
export function SelectionBar({ chat }: { chat: Chat }) {
  const t = useTranslations("MessageMenu");
  const memberId = useMember().id;
  const { selected, clearSelection } = useConversation();
  const { forward } = useMessageActions();
  const { copyTexts } = useCopy();
  const remove = useDeletion();
  const bar = useFocusWhileShown();
  useCloseByEscape(clearSelection);
  useCloseOnBack(clearSelection);
  const messages = [...(selected?.values() ?? [])].sort((a, b) => a.seq - b.seq);
  const copy = async () => {
    if (await copyTexts(messages)) clearSelection();
  };
  const deleteThem = async () => {
    if (await remove(messages)) clearSelection();
  };
  return (
    <div ref={bar} className={classes.root} role="toolbar" aria-label={t("chosen")} tabIndex={-1}>
      <ActionIcon aria-label={t("cancelChoice")} title={t("cancelChoice")} onClick={clearSelection}>
        <IconX size={22} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      <span className={classes.count} role="status">
        {t("count", { count: messages.length })}
      </span>
      <Action
        label={t("copyText")}
        Icon={IconCopy}
        shown={messages.some(({ text }) => text !== "")}
        onClick={() => void copy()}
      />
      <Action
        label={t("delete")}
        Icon={IconTrash}
        danger
        shown={messages.every((message) => mayDelete(message, memberId, chat))}
        onClick={() => void deleteThem()}
      />
      <Action
        label={t("forward")}
        Icon={IconArrowForwardUp}
        shown
        onClick={() => forward(messages)}
      />
    </div>
  );
}

interface ActionProps {
  label: string;
  Icon: typeof IconCopy;
  shown: boolean;
  danger?: boolean;
  onClick: () => void;
}

/** On a narrow screen only the icon is shown. */
function Action({ label, Icon, shown, danger = false, onClick }: ActionProps) {
  if (!shown) return null;
  return (
    <Button
      variant="subtle"
      className={classes.action}
      data-danger={danger || undefined}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.7} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
    </Button>
  );
}

/**
 * Takes the focus when the menu or field that had it is unmounted or hidden, and passes it on once the bar itself is
 * unmounted and the composer is shown again.
 */
function useFocusWhileShown() {
  const bar = useRef<HTMLDivElement>(null);
  const { passFocusOn } = useConversation();
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (isNowhere()) bar.current?.focus();
    });
    return () => {
      cancelAnimationFrame(frame);
      if (isNowhere()) passFocusOn();
    };
  }, [passFocusOn]);
  return bar;
}

const isNowhere = () => !document.activeElement || document.activeElement === document.body;
