"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Fragment, type ReactElement, type ReactNode } from "react";
import classes from "#components/messenger/actions/message-menu.module.css";
import { useMember } from "#lib/auth/auth-context.tsx";
import { ownReaction, quickEmoji } from "#lib/messenger/emoji/reactions.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

interface ReactionButton {
  className: string | undefined;
  "aria-label": string;
  "data-own": boolean | undefined;
  onClick: () => void;
  children: ReactNode;
}

interface QuickReactionsProps {
  message: Message;
  onReact: (emoji: string) => void;
  /** Opens all emoji. */
  onMore: () => void;
  /** A button where they stand in a sheet, an item in a menu. */
  render: (button: ReactionButton) => ReactElement;
}

/** The reactions that are given most, in a row; one's own is marked, and is taken away by choosing it again. */
export function QuickReactions({ message, onReact, onMore, render }: QuickReactionsProps) {
  const t = useTranslations("MessageMenu");
  const own = ownReaction(message, useMember().id);
  return (
    <div className={classes.reactions} role="group" aria-label={t("reactions")}>
      {quickEmoji.map((emoji) => (
        <Fragment key={emoji}>
          {render({
            className: classes.reaction,
            "aria-label": t(emoji === own ? "takeBack" : "react", { emoji }),
            "data-own": emoji === own || undefined,
            onClick: () => onReact(emoji),
            children: emoji,
          })}
        </Fragment>
      ))}
      {render({
        className: classes.reaction,
        "aria-label": t("allReactions"),
        "data-own": undefined,
        onClick: onMore,
        children: <IconChevronDown size={20} stroke={1.8} aria-hidden="true" />,
      })}
    </div>
  );
}
