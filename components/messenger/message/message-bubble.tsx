"use client";

import { VisuallyHidden } from "@mantine/core";
import { shallowEqual } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { useBubbleGestures } from "#components/messenger/message/bubble-gestures.ts";
import { ChooseBox } from "#components/messenger/choose-box.tsx";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import classes from "#components/messenger/message/message-bubble.module.css";
import { MenuButton } from "#components/messenger/menu-button.tsx";
import { MessageContent } from "#components/messenger/message/message-content.tsx";
import { MessageReactions } from "#components/messenger/message/message-reactions.tsx";
import { UnsentActions } from "#components/messenger/unsent-actions.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { type Mark, markOf } from "#lib/messenger/marks.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import type { Bubble } from "#lib/messenger/history/conversation-timeline.ts";
import { routes } from "#lib/routes.ts";

interface MessageBubbleProps {
  bubble: Bubble;
  chat: Chat;
  /** Whether one has just gone to it. */
  highlighted?: boolean;
}

/** One message. Of a long history only those are rendered anew that have changed. */
export function MessageBubble({ bubble, chat, highlighted = false }: MessageBubbleProps) {
  const { goTo, reply, selected, toggleSelected } = useConversation();
  const { message } = bubble;
  return (
    <BubbleRow
      bubble={bubble}
      chatId={chat.id}
      isGroup={chat.kind === "group"}
      mark={markOf(bubble, chat)}
      highlighted={highlighted}
      selecting={selected !== null}
      chosen={message !== null && selected?.has(message.seq) === true}
      onQuote={goTo}
      onReply={reply}
      onChoose={toggleSelected}
    />
  );
}

interface BubbleRowProps {
  bubble: Bubble;
  chatId: number;
  /** Several people write here: each group of bubbles begins with a name and ends with a face. */
  isGroup: boolean;
  mark: Mark | null;
  highlighted: boolean;
  /** Messages are being chosen: nothing else can be done with them. */
  selecting: boolean;
  chosen: boolean;
  onQuote: (seq: number) => void;
  onReply: (message: Message) => void;
  onChoose: (message: Message) => void;
}

const BubbleRow = memo(
  function BubbleRow(props: BubbleRowProps) {
    const { bubble, chatId, isGroup, mark, highlighted, selecting, chosen } = props;
    const { onQuote, onReply, onChoose } = props;
    const { author, startsGroup, endsGroup, state, message } = bubble;
    const offered = message?.deleted_at === null ? message : null;
    const gestures = useBubbleGestures(selecting ? null : offered, onReply);
    return (
      <li
        className={classes.root}
        data-bubble
        data-seq={message?.seq}
        data-own={author === null}
        data-starts-group={startsGroup}
        data-state={state}
        data-highlighted={highlighted || undefined}
        // Of how many is not known to the browser: only a part of the history is loaded.
        aria-setsize={-1}
        aria-posinset={message?.seq}
        data-selecting={selecting || undefined}
        {...gestures}
      >
        {isGroup && author && (
          <span className={classes.face}>
            {endsGroup && <PersonAvatar person={faceOf(author)} size={faceSize} />}
          </span>
        )}
        <div className={classes.column}>
          <MessageContent
            bubble={bubble}
            mark={mark}
            onQuote={onQuote}
            menu={offered && !selecting && <MenuButton message={offered} />}
          >
            {startsGroup && <Author author={author} isShown={isGroup} />}
          </MessageContent>
          {offered && offered.reactions.length > 0 && <MessageReactions message={offered} />}
          {bubble.outgoing?.state === "failed" && <UnsentActions bubble={bubble} chatId={chatId} />}
        </div>
        {selecting && offered && (
          <ChooseBox message={offered} chosen={chosen} onChoose={onChoose} />
        )}
      </li>
    );
  },
  ({ bubble: before, ...rest }, { bubble, ...next }) =>
    shallowEqual(before, bubble) && shallowEqual(rest, next),
);

/** Px. */
const faceSize = 32;

/** Who is online is told at the top of the chat. */
const faceOf = ({ id, fullname, image }: Person) => ({ id, fullname, image });

/** Who wrote the bubbles that follow; of two, only a screen reader has to be told. */
function Author({ author, isShown }: { author: Bubble["author"]; isShown: boolean }) {
  const t = useTranslations("Messenger");
  if (author && isShown)
    return (
      <RouteLink route={routes.member(author.id)} className={classes.author}>
        {author.fullname}
      </RouteLink>
    );
  return <VisuallyHidden>{`${author?.fullname ?? t("you")}: `}</VisuallyHidden>;
}
