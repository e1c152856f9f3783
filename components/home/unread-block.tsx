"use client";

import { useTranslations } from "next-intl";
import { HomeBlock } from "#components/home/home-block.tsx";
import classes from "#components/home/rows.module.css";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { picturedChat } from "#components/ui/people/pictured-chat.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { HomeChat } from "#lib/home/schema.ts";
import { formatShortMoment } from "#lib/i18n/format-date.ts";
import { useToday } from "#lib/i18n/use-today.ts";
import { useGivenName } from "#lib/members/use-given-name.ts";
import { routes } from "#lib/routes.ts";

interface UnreadBlockProps {
  chats: readonly HomeChat[];
  /** Unread messages of all chats. */
  total: number;
}

/** The newest unread chats, each a link to its conversation. */
export function UnreadBlock({ chats, total }: UnreadBlockProps) {
  const t = useTranslations("Today");
  if (chats.length === 0) return null;
  return (
    <HomeBlock
      title={t("unread")}
      count={total}
      more={{ text: t("allChats"), route: routes.chats() }}
    >
      <ul className={classes.rows} aria-label={t("unread")}>
        {chats.map((chat) => (
          <UnreadRow key={chat.id} chat={chat} />
        ))}
      </ul>
    </HomeBlock>
  );
}

function UnreadRow({ chat }: { chat: HomeChat }) {
  const t = useTranslations("Today");
  const today = useToday();
  const { id, kind, title, unread, last_message: last } = chat;
  return (
    <li className={classes.row}>
      <PersonAvatar person={picturedChat(chat)} size={44} />
      <div className={classes.text}>
        <RouteLink route={routes.chat(kind, id)} className={classes.link}>
          {title}
        </RouteLink>
        <span className={classes.line}>{last && <LastLine chat={chat} />}</span>
      </div>
      <div className={classes.ending}>
        {last && (
          <time className={classes.time} dateTime={last.created_at}>
            {formatShortMoment(last.created_at, t("yesterday"), today)}
          </time>
        )}
        <CountBadge count={unread} label={t("unreadIn", { count: unread })} />
      </div>
    </li>
  );
}

/** Says it as the list of chats does. */
function LastLine({ chat: { kind, last_message: last } }: { chat: HomeChat }) {
  const t = useTranslations("Today");
  const member = useMember();
  const givenNameOf = useGivenName();
  if (!last) return null;
  if (last.deleted) return t("deletedMessage");
  const text = last.text.trim() || t("attachment", { count: last.attachments.length });
  if (last.author.id === member.id) return t("ownLine", { text });
  return kind === "private" ? text : t("line", { name: givenNameOf(last.author.fullname), text });
}
