"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useCopy } from "#components/messenger/actions/use-copy.ts";
import classes from "#components/messenger/conversation/unsent-messages.module.css";
import { useOutbox, useOutgoing } from "#lib/messenger/outbox/outbox-context.tsx";
import { contentOf } from "#lib/messenger/text/bubble-content.ts";

/** What was written to a chat that is gone and never reached it: each text can be copied, and each message deleted. */
export function UnsentMessages({ chatId }: { chatId: number }) {
  const t = useTranslations("Messenger");
  const titleId = useId();
  const outbox = useOutbox();
  const unsent = useOutgoing(chatId);
  const { copyText } = useCopy();
  const common = { variant: "subtle", size: "compact-sm", className: classes.action };
  if (unsent.length === 0) return null;
  return (
    <section className={classes.root} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title}>
        {t("notSent")}
      </h2>
      <ul className={classes.list}>
        {unsent.map((outgoing) => {
          const { text, outgoing: files } = contentOf({ message: null, outgoing });
          return (
            <li key={outgoing.clientId} className={classes.message}>
              <p className={classes.text} dir="auto">
                {text || files.map(({ name }) => name).join(", ")}
              </p>
              {text !== "" && (
                <Button {...common} color="gray" onClick={() => void copyText(text)}>
                  {t("copy")}
                </Button>
              )}
              <Button {...common} color="red" onClick={() => outbox.remove(outgoing.clientId)}>
                {t("delete")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
