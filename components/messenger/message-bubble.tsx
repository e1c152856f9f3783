"use client";

import { VisuallyHidden } from "@mantine/core";
import { shallowEqual } from "@mantine/hooks";
import { IconAlertCircle, IconCheck, IconClock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import classes from "#components/messenger/message-bubble.module.css";
import { UnsentActions } from "#components/messenger/unsent-actions.tsx";
import { formatTime } from "#lib/format.ts";
import type { Bubble } from "#lib/messenger/timeline.ts";

interface MessageBubbleProps {
  bubble: Bubble;
  chatId: number;
  /** Where several people write, each group of bubbles begins with a name. */
  showsAuthor: boolean;
}

/** One message. Of a long history only those are rendered anew that have changed. */
export const MessageBubble = memo(
  function MessageBubble({ bubble, chatId, showsAuthor }: MessageBubbleProps) {
    const t = useTranslations("Messenger");
    const { author, startsGroup, state, text, at } = bubble;
    return (
      <li
        className={classes.root}
        data-bubble
        data-own={author === null}
        data-starts-group={startsGroup}
        data-state={state}
      >
        <div className={classes.bubble}>
          {startsGroup && author && showsAuthor && (
            <span className={classes.author}>{author.fullname}</span>
          )}
          {startsGroup && !(author && showsAuthor) && (
            <VisuallyHidden>{`${author?.fullname ?? t("you")}: `}</VisuallyHidden>
          )}
          <span className={classes.text} dir="auto">
            {text}
          </span>
          <span className={classes.meta}>
            <time dateTime={at}>{formatTime(at)}</time>
            {author === null && <SendingMark state={state} />}
          </span>
        </div>
        {state === "failed" && <UnsentActions bubble={bubble} chatId={chatId} />}
      </li>
    );
  },
  ({ bubble: before, ...rest }, { bubble, ...next }) =>
    shallowEqual(before, bubble) && shallowEqual(rest, next),
);

function SendingMark({ state }: Pick<Bubble, "state">) {
  const t = useTranslations("Messenger");
  const marks = {
    pending: { Icon: IconClock, label: t("sending") },
    sent: { Icon: IconCheck, label: t("sent") },
    failed: { Icon: IconAlertCircle, label: t("notSent") },
  };
  const { Icon, label } = marks[state];
  return <Icon size={15} stroke={2} role="img" aria-label={label} className={classes.mark} />;
}
