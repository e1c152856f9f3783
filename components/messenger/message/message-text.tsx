import { Fragment } from "react";
import classes from "#components/messenger/message/message-text.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { Mention } from "#lib/messenger/contract/schema.ts";
import { isEmojiOnly, type TextPiece, textPieces } from "#lib/messenger/text/text-pieces.ts";
import { routes } from "#lib/routes.ts";

interface MessageTextProps {
  text: string;
  mentions: readonly Mention[];
}

/** What somebody wrote, as it was written: only addresses and members named in it become links. */
export function MessageText({ text, mentions }: MessageTextProps) {
  return (
    <span className={classes.text} dir="auto" data-text data-large={isEmojiOnly(text) || undefined}>
      {textPieces(text, mentions).map((piece) => (
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
        <RouteLink route={routes.member(piece.id)} className={classes.link}>
          {piece.text}
        </RouteLink>
      );
    case "link":
      return (
        <a
          href={piece.href}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className={classes.link}
        >
          {piece.text}
        </a>
      );
  }
}
