"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useChatLine } from "#components/messenger/chat-list/chat-line.ts";
import classes from "#components/messenger/chat-list/chat-search.module.css";
import { useShortMoment } from "#components/messenger/history/use-day-label.ts";
import { MessengerLink } from "#components/messenger/messenger-link.tsx";
import { useWriteTo } from "#components/messenger/use-write-to.ts";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { picturedChat } from "#components/ui/people/pictured-chat.ts";
import { PersonAvatar, type PicturedPerson } from "#components/ui/people/person-avatar.tsx";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { excerptOf } from "#lib/messenger/text/excerpt.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

interface RowProps {
  person: PicturedPerson;
  title: ReactNode;
  detail: ReactNode;
  aside?: ReactNode;
}

function Row({ person, title, detail, aside }: RowProps) {
  return (
    <>
      <PersonAvatar person={person} size={40} />
      <span className={classes.name}>{title}</span>
      <span className={classes.aside}>{aside}</span>
      <span className={classes.detail}>{detail}</span>
    </>
  );
}

export function ChatResult({ chat, q, open }: { chat: Chat; q: string; open: boolean }) {
  const t = useTranslations("Messenger");
  const member = useMember();
  const lineOf = useChatLine();
  const { last_message: last } = chat;
  return (
    <li>
      <MessengerLink
        route={routes.chat(chat.kind, chat.id)}
        className={classes.row}
        aria-current={open ? "page" : undefined}
      >
        <Row
          person={picturedChat(chat)}
          title={<MarkedText text={chat.title} q={q} />}
          detail={last ? lineOf(chat, last, member.id).text : t("noMessages")}
        />
      </MessengerLink>
    </li>
  );
}

/** A button to the chat with a person, which is created if there is none. */
export function PersonResult({ person, q }: { person: Person; q: string }) {
  const { writeTo, isPending } = useWriteTo();
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        aria-busy={isPending}
        onClick={() => writeTo(person.id)}
      >
        <Row
          person={person}
          title={<MarkedText text={person.fullname} q={q} />}
          detail={<PresenceText person={person} />}
        />
      </button>
    </li>
  );
}

interface MessageResultProps {
  message: Message;
  /** The chat of the message, where the row names it. */
  chat: Chat | undefined;
  q: string;
}

/** A link to the message in its conversation. */
export function MessageResult({ message, chat, q }: MessageResultProps) {
  const t = useTranslations("Messenger");
  const member = useMember();
  const momentOf = useShortMoment();
  const own = message.author.id === member.id;
  const excerpt = excerptOf(message.text, q);
  const author = own ? t("you") : message.author.fullname;
  const namesAuthor = own || chat?.kind !== "private";
  return (
    <li>
      <MessengerLink
        route={routes.message(chat?.kind ?? "private", message.chat_id, message.seq)}
        className={classes.row}
      >
        <Row
          person={chat ? picturedChat(chat) : message.author}
          title={chat?.title ?? message.author.fullname}
          aside={<time dateTime={message.created_at}>{momentOf(message.created_at)}</time>}
          detail={
            <span className={classes.message}>
              {namesAuthor && <span className={classes.author}>{author}:&nbsp;</span>}
              <span className={classes.excerpt}>
                <MarkedText text={excerpt} q={q} />
              </span>
            </span>
          }
        />
      </MessengerLink>
    </li>
  );
}
