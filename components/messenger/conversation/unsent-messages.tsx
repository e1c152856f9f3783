"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { useCopy } from "#components/messenger/actions/use-copy.ts";
import classes from "#components/messenger/conversation/unsent-messages.module.css";
import { useOutbox, useOutgoing } from "#lib/messenger/outbox/outbox-context.tsx";
import { contentOf } from "#lib/messenger/text/bubble-content.ts";

/**
 * Lists messages that were written to a chat that is gone and never reached it: each text can be copied, and each
 * message deleted.
 */
export function UnsentMessages({ chatId }: { chatId: number }) {
  const t = useTranslations("Messenger");
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const outbox = useOutbox();
  const unsent = useOutgoing(chatId);
  const { copyText } = useCopy();
  const common = { variant: "subtle", size: "compact-sm", className: classes.action };
  const remove = (clientId: string) => {
    // The pressed button is removed with its message. After the last message the focus moves to the way back to the
    // chats.
    const before = unsent.length > 1 ? root.current : root.current?.parentElement;
    before?.querySelector<HTMLElement>("h2[tabindex], a, button")?.focus();
    outbox.remove(clientId);
  };
  if (unsent.length === 0) return null;
  return (
    <section ref={root} className={classes.root} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={classes.title}>
        {t("notSent")}
      </h2>
      <ul className={classes.list}>
        {unsent.map((outgoing) => {
          const { text, outgoing: files } = contentOf({ message: null, outgoing });
          const textId = `${id} ${outgoing.clientId}`.replaceAll(" ", "-");
          const described = { ...common, "aria-describedby": textId };
          return (
            <li key={outgoing.clientId} className={classes.message}>
              <p id={textId} className={classes.text} dir="auto">
                {text || files.map(({ name }) => name).join(", ")}
              </p>
              {text !== "" && (
                <Button {...described} color="gray" onClick={() => void copyText(text)}>
                  {t("copy")}
                </Button>
              )}
              <Button {...described} color="red" onClick={() => remove(outgoing.clientId)}>
                {t("delete")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
