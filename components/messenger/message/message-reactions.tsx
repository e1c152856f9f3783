"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMessageActions } from "#components/messenger/actions/message-actions-context.ts";
import { focusBubble } from "#components/messenger/message/focus-bubble.ts";
import classes from "#components/messenger/message/message-reactions.module.css";
import { useReactorNames } from "#components/messenger/message/use-reactor-names.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { formatNumber } from "#lib/i18n/numbers.ts";
import type { Message, Reaction } from "#lib/messenger/contract/schema.ts";

/** The reactions to a message; pressing one adds or removes the member's own. */
export function MessageReactions({ message }: { message: Message }) {
  const t = useTranslations("Bubble");
  const { react } = useMessageActions();
  return (
    <ul className={classes.root} aria-label={t("reactions")}>
      {message.reactions.map((reaction) => (
        <li key={reaction.emoji}>
          <Chip
            reaction={reaction}
            chatId={message.chat_id}
            onPress={() => react(message, reaction.emoji)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ChipProps {
  reaction: Reaction;
  chatId: number;
  onPress: () => void;
}

function Chip({ reaction: { emoji, count, user_ids }, chatId, onPress }: ChipProps) {
  const t = useTranslations("Bubble");
  const isOwn = user_ids.includes(useMember().id);
  const namesOf = useReactorNames(chatId);
  const [names, setNames] = useState<string>();
  const showNames = () => setNames(namesOf(user_ids));
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={isOwn}
      aria-label={t("reaction", { emoji, count })}
      title={names}
      onPointerEnter={showNames}
      onFocus={showNames}
      onClick={({ currentTarget }) => {
        // The last of its kind is unmounted when it is taken back.
        if (isOwn && count === 1) focusBubble(currentTarget);
        onPress();
      }}
    >
      <span className={classes.emoji} aria-hidden="true">
        {emoji}
      </span>
      <span aria-hidden="true">{formatNumber(count)}</span>
    </button>
  );
}
