"use client";

import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import classes from "#components/messenger/message/message-bubble.module.css";
import { useMessageActions } from "#components/messenger/actions/message-actions-context.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** Opens the menu of a message; beside the bubble while it is pointed at or the keyboard is there. */
export function MenuButton({ message }: { message: Message }) {
  const t = useTranslations("Bubble");
  const { openMenu } = useMessageActions();
  const open = ({ currentTarget: opener }: MouseEvent<HTMLButtonElement>) => {
    const { left, bottom } = opener.getBoundingClientRect();
    openMenu(message, { x: left, y: bottom, opener });
  };
  return (
    <button
      type="button"
      className={classes.menu}
      aria-label={t("actions")}
      aria-haspopup="menu"
      data-menu-button
      onClick={open}
    >
      <IconDots size={18} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
