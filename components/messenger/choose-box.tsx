"use client";

import { useTranslations } from "next-intl";
import classes from "#components/messenger/message/message-bubble.module.css";
import type { Message } from "#lib/messenger/contract/schema.ts";

interface ChooseBoxProps {
  message: Message;
  chosen: boolean;
  onChoose: (message: Message) => void;
}

/** Over the whole row, so that a press anywhere on it chooses the message. */
export function ChooseBox({ message, chosen, onChoose }: ChooseBoxProps) {
  const t = useTranslations("Bubble");
  const { author, text } = message;
  return (
    <label className={classes.choose}>
      <input
        type="checkbox"
        className={classes.box}
        aria-label={t("select", { name: author.fullname, text: text.slice(0, labelLengthMax) })}
        checked={chosen}
        onChange={() => onChoose(message)}
      />
    </label>
  );
}

const labelLengthMax = 80;
