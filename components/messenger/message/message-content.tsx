"use client";

import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { Attachments, attachmentsWidth } from "#components/messenger/attachments/attachments.tsx";
import { OutgoingAttachments } from "#components/messenger/attachments/outgoing-attachments.tsx";
import classes from "#components/messenger/message/message-bubble.module.css";
import { MessageMeta } from "#components/messenger/message/message-meta.tsx";
import quoteClasses from "#components/messenger/message/message-quote.module.css";
import textClasses from "#components/messenger/message/message-text.module.css";
import { TextLink } from "#components/ui/controls/linked-text.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { useTextLinks } from "#lib/browser/links/use-text-links.ts";
import type { Mention, Quote } from "#lib/messenger/contract/schema.ts";
import type { Bubble } from "#lib/messenger/history/conversation-timeline.ts";
import type { Receipt } from "#lib/messenger/receipts/receipt-of.ts";
import { type BubbleContent, contentOf } from "#lib/messenger/text/bubble-content.ts";
import { isEmojiOnly, type TextPiece, textPieces } from "#lib/messenger/text/text-pieces.ts";
import { routes } from "#lib/routes.ts";

interface MessageContentProps {
  bubble: Bubble;
  receipt: Receipt | null;
  onQuote: (seq: number) => void;
  /** The menu button beside it. */
  menu: ReactNode;
  /** The author's name. */
  children: ReactNode;
}

/** The content of a bubble: the quoted or forwarded message, the files, the text. */
export function MessageContent({ bubble, receipt, onQuote, menu, children }: MessageContentProps) {
  const content = contentOf(bubble);
  const { reply, forwardedFrom, attachments, outgoing, text, mentions, edited, deleted } = content;
  const width = attachmentsWidth([...attachments, ...outgoing]);
  return (
    <div
      className={classes.bubble}
      style={width === null ? undefined : { "--files-width": `${width}px` }}
      data-files={width !== null || undefined}
    >
      {children}
      {forwardedFrom && <ForwardedFrom person={forwardedFrom} />}
      {reply && <MessageQuote quote={reply} onOpen={() => onQuote(reply.seq)} />}
      {attachments.length > 0 && <Attachments files={attachments} />}
      {outgoing.length > 0 && (
        <OutgoingAttachments
          attachments={outgoing}
          clientId={bubble.clientId}
          hasText={text !== ""}
        />
      )}
      {text !== "" && <MessageText text={text} mentions={mentions} />}
      {deleted && <Deleted />}
      <MessageMeta at={bubble.at} edited={edited} receipt={receipt} />
      {menu}
    </div>
  );
}

function ForwardedFrom({ person }: { person: NonNullable<BubbleContent["forwardedFrom"]> }) {
  const t = useTranslations("Bubble");
  return (
    <span className={classes.forwarded}>
      {t.rich("forwardedFrom", {
        name: () => (
          <RouteLink route={routes.member(person.id)} className={classes.origin}>
            {person.fullname}
          </RouteLink>
        ),
      })}
    </span>
  );
}

function Deleted() {
  const t = useTranslations("Bubble");
  return (
    <span className={classes.deleted}>
      <IconTrash size={16} stroke={1.7} aria-hidden="true" />
      {t("deleted")}
    </span>
  );
}

interface MessageQuoteProps {
  quote: Quote;
  /** A button that leads to the quoted message. */
  onOpen: () => void;
}

/** The quote above a reply. */
function MessageQuote({ quote, onOpen }: MessageQuoteProps) {
  const t = useTranslations("Bubble");
  const you = useTranslations("Messenger")("you");
  const memberId = useMember().id;
  const { author, text, attachment, deleted } = quote;
  const name = author.id === memberId ? you : author.fullname;
  const words = deleted ? t("deleted") : text || (attachment ? t(attachment) : "");
  return (
    <button type="button" className={quoteClasses.root} onClick={onOpen}>
      <span className={quoteClasses.author}>{name}</span>
      <span
        className={quoteClasses.text}
        dir="auto"
        data-plain={deleted || text === "" || undefined}
      >
        {words}
      </span>
    </button>
  );
}

interface MessageTextProps {
  text: string;
  mentions: readonly Mention[];
}

/** A text as it was written; only addresses and mentions become links. */
function MessageText({ text, mentions }: MessageTextProps) {
  const links = useTextLinks(text);
  return (
    <span
      className={textClasses.text}
      dir="auto"
      data-text
      data-large={isEmojiOnly(text) || undefined}
    >
      {textPieces(text, mentions, links).map((piece) => (
        <Piece key={piece.at} piece={piece} />
      ))}
    </span>
  );
}

function Piece({ piece }: { piece: TextPiece }) {
  switch (piece.kind) {
    case "text":
      return <Fragment>{piece.text}</Fragment>;
    case "mention":
      return (
        <RouteLink route={routes.member(piece.id)} className={textClasses.link}>
          {piece.text}
        </RouteLink>
      );
    case "link":
      return <TextLink href={piece.href}>{piece.text}</TextLink>;
  }
}
