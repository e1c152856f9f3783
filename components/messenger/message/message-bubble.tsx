"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { shallowEqual } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, type MouseEvent } from "react";
import { useMessageActions } from "#components/messenger/actions/message-actions-context.ts";
import { useCopy } from "#components/messenger/actions/use-copy.ts";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { useBubbleGestures } from "#components/messenger/message/use-bubble-gestures.ts";
import classes from "#components/messenger/message/message-bubble.module.css";
import { focusBubble } from "#components/messenger/message/focus-bubble.ts";
import { MessageContent } from "#components/messenger/message/message-content.tsx";
import { MessageReactions } from "#components/messenger/message/message-reactions.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import type { Person } from "#lib/auth/schema.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import type { Bubble } from "#lib/messenger/history/conversation-timeline.ts";
import { type Receipt, receiptOf } from "#lib/messenger/receipts/receipt-of.ts";
import { useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";
import { contentOf } from "#lib/messenger/text/bubble-content.ts";
import { characterStart } from "#lib/messenger/text/character-start.ts";
import { routes } from "#lib/routes.ts";

interface MessageBubbleProps {
  bubble: Bubble;
  chat: Chat;
  /** Whether the member has just jumped to this message. */
  highlighted?: boolean;
}

/** One message. It is memoized, so that of a long history only changed messages render anew. */
export function MessageBubble({ bubble, chat, highlighted = false }: MessageBubbleProps) {
  const { goTo, reply, selected, toggleSelected } = useConversation();
  const { message } = bubble;
  return (
    <BubbleRow
      bubble={bubble}
      chatId={chat.id}
      isGroup={chat.kind === "group"}
      receipt={receiptOf(bubble, chat)}
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
  /** Several people write here, so each group of bubbles begins with a name and ends with an avatar. */
  isGroup: boolean;
  receipt: Receipt | null;
  highlighted: boolean;
  /** While messages are being selected, no other action is possible. */
  selecting: boolean;
  chosen: boolean;
  onQuote: (seq: number) => void;
  onReply: (message: Message) => void;
  onChoose: (message: Message) => void;
}

const BubbleRow = memo(
  function BubbleRow(props: BubbleRowProps) {
    const { bubble, chatId, isGroup, receipt, highlighted, selecting, chosen } = props;
    const { onQuote, onReply, onChoose } = props;
    const { author, startsGroup, endsGroup, state, message } = bubble;
    const offered = message?.deleted_at === null ? message : null;
    const gestures = useBubbleGestures(selecting ? null : offered, onReply);
    return (
      <li
        className={classes.root}
        data-bubble
        tabIndex={-1}
        data-seq={message?.seq}
        data-own={author === null}
        data-starts-group={startsGroup}
        data-state={state}
        data-highlighted={highlighted || undefined}
        // The total is unknown to the browser, because only a part of the history is loaded.
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
            receipt={receipt}
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

/** In px. */
const faceSize = 32;

/** Leaves out presence, which is shown at the top of the chat. */
const faceOf = ({ id, fullname, image }: Person) => ({ id, fullname, image });

/** The author of the bubbles that follow; in a private chat the name is only for screen readers. */
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

/** The button that opens the menu of a message. It appears beside the bubble when that is pointed at or focused. */
function MenuButton({ message }: { message: Message }) {
  const t = useTranslations("Bubble");
  const { openMenu, menuPopup } = useMessageActions();
  const open = ({ currentTarget: opener }: MouseEvent<HTMLButtonElement>) => {
    const { left, bottom } = opener.getBoundingClientRect();
    openMenu(message, { x: left, y: bottom, opener });
  };
  return (
    <button
      type="button"
      className={classes.menu}
      aria-label={t("actions")}
      aria-haspopup={menuPopup}
      data-menu-button
      onClick={open}
    >
      <IconDots size={18} stroke={1.8} aria-hidden="true" />
    </button>
  );
}

interface ChooseBoxProps {
  message: Message;
  chosen: boolean;
  onChoose: (message: Message) => void;
}

/** A checkbox over the whole row, so that a press anywhere on it selects the message. */
function ChooseBox({ message, chosen, onChoose }: ChooseBoxProps) {
  const t = useTranslations("Bubble");
  const { author } = message;
  const text = message.text.slice(0, characterStart(message.text, labelLengthMax));
  return (
    <label className={classes.choose}>
      <input
        type="checkbox"
        className={classes.box}
        aria-label={t("select", { name: author.fullname, text })}
        checked={chosen}
        onChange={() => onChoose(message)}
      />
    </label>
  );
}

const labelLengthMax = 80;

interface UnsentActionsProps {
  bubble: Pick<Bubble, "clientId" | "outgoing">;
  chatId: number;
}

/** Shows why a message is not sent, with buttons to retry it, to copy its text and to delete it. */
function UnsentActions({ bubble, chatId }: UnsentActionsProps) {
  const t = useTranslations("Messenger");
  const outbox = useOutbox();
  const { passFocusOn } = useConversation();
  const { copyText } = useCopy();
  const { text } = contentOf({ message: null, outgoing: bubble.outgoing });
  // The fault of a file is shown beside the file.
  const isSaidByFile = bubble.outgoing?.attachments.some(({ failure }) => failure !== null);
  const waits = bubble.outgoing?.transient === true;
  const reason = isSaidByFile ? null : bubble.outgoing?.failure;
  const common = { variant: "subtle", size: "compact-sm", className: classes.unsentAction };
  return (
    <div className={classes.unsent}>
      <span className={classes.reason} data-waiting={waits || undefined}>
        {reason ?? t(waits ? "sentOnceConnected" : "notSent")}
      </span>
      <Button
        {...common}
        onClick={({ currentTarget }) => {
          focusBubble(currentTarget);
          outbox.retry(chatId);
        }}
      >
        {t("retry")}
      </Button>
      {text !== "" && (
        <Button {...common} color="gray" onClick={() => void copyText(text)}>
          {t("copy")}
        </Button>
      )}
      <Button
        {...common}
        color={waits ? "gray" : "red"}
        onClick={() => {
          passFocusOn();
          outbox.remove(bubble.clientId);
        }}
      >
        {t("delete")}
      </Button>
    </div>
  );
}
