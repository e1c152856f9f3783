"use client";

import { useTranslations } from "next-intl";
import classes from "#components/messenger/actions/message-menu.module.css";
import { useReactorNames } from "#components/messenger/message/reactor-names.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** Who chose which reaction, for those who cannot hover over it. */
export function MessageReactors({ message: { chat_id, reactions } }: { message: Message }) {
  const t = useTranslations("Bubble");
  const namesOf = useReactorNames(chat_id);
  if (reactions.length === 0) return null;
  return (
    <ul className={classes.reactors} aria-label={t("reactions")}>
      {reactions.map(({ emoji, user_ids }) => (
        <li key={emoji}>
          <span className={classes.reactorEmoji}>{emoji}</span>
          {namesOf(user_ids)}
        </li>
      ))}
    </ul>
  );
}
