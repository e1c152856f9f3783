"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import { useCopy } from "#components/messenger/actions/use-copy.ts";
import classes from "#components/messenger/conversation/unsent-messages.module.css";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { draftOf, onDraftChange, writeDraft } from "#lib/messenger/drafts/drafts.ts";
import { nothingWritten } from "#lib/messenger/drafts/mention-text.ts";
import { useChosenBoard, useOutbox, useOutgoing } from "#lib/messenger/outbox/outbox-context.tsx";
import { contentOf } from "#lib/messenger/text/bubble-content.ts";

/** A text that never reached the chat. */
interface Unsent {
  id: string;
  text: string;
  /** The names of the files, shown where there is no text. */
  names: string;
  remove: () => void;
}

/** The messages on their way to the chat and, below them, the text in its field. */
function useUnsentIn({ kind, chatId }: ChatAddress): Unsent[] {
  const memberId = useMember().id;
  const outbox = useOutbox();
  const outgoing = useOutgoing(chatId);
  const draft = useSyncExternalStore(
    onDraftChange,
    () => draftOf(memberId, chatId)?.text ?? "",
    () => "",
  );
  const messages = outgoing.map((message) => {
    const { text, outgoing: files } = contentOf({ message: null, outgoing: message });
    const names = files.map(({ name }) => name).join(", ");
    const id = message.clientId;
    return { id, text, names, remove: () => outbox.remove(id) };
  });
  if (draft === "") return messages;
  const remove = () => writeDraft(memberId, { kind, id: chatId }, nothingWritten);
  return [...messages, { id: "draft", text: draft, names: "", remove }];
}

/** Without its field a chat shows no chosen files, because of which the browser would ask before the page is left. */
function useNoChosenFiles(chatId: number): void {
  const chosen = useChosenBoard();
  useEffect(() => chosen.clear(chatId), [chosen, chatId]);
}

/**
 * Lists what was written to a chat that is gone and never reached it: each text can be copied, and each message and the
 * draft deleted.
 */
export function UnsentMessages(address: ChatAddress) {
  const t = useTranslations("Messenger");
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const unsent = useUnsentIn(address);
  useNoChosenFiles(address.chatId);
  const { copyText } = useCopy();
  const common = { variant: "subtle", size: "compact-sm", className: classes.action };
  const leave = (removed: Unsent) => {
    // The pressed button is removed with its message. After the last message the focus moves to the way back to the
    // chats.
    const before = unsent.length > 1 ? root.current : root.current?.parentElement;
    before?.querySelector<HTMLElement>("h2[tabindex], a, button")?.focus();
    removed.remove();
  };
  if (unsent.length === 0) return null;
  return (
    <section ref={root} className={classes.root} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={classes.title}>
        {t("notSent")}
      </h2>
      <ul className={classes.list}>
        {unsent.map((one) => {
          const { text, names } = one;
          const textId = `${id} ${one.id}`.replaceAll(" ", "-");
          const described = { ...common, "aria-describedby": textId };
          return (
            <li key={one.id} className={classes.message}>
              <p id={textId} className={classes.text} dir="auto">
                {text || names}
              </p>
              {text !== "" && (
                <Button {...described} color="gray" onClick={() => void copyText(text)}>
                  {t("copy")}
                </Button>
              )}
              <Button {...described} color="red" onClick={() => leave(one)}>
                {t("delete")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
