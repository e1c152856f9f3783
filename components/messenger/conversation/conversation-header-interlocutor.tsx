"use client";

import { useTranslations } from "next-intl";
import classes from "#components/messenger/conversation/conversation-header.module.css";
import { useTypingText } from "#components/messenger/conversation/use-typing-text.ts";
import { picturedChat } from "#components/ui/people/pictured-chat.ts";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { useLivePresence } from "#lib/members/live-presence.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

interface InterlocutorProps {
  chat: Chat;
  onOpenGroup: () => void;
}

/** A link to the profile of the other member, or a button to the panel of the group. */
export function Interlocutor({ chat, onOpenGroup }: InterlocutorProps) {
  const t = useTranslations("Messenger");
  const typing = useTypingText(chat);
  const { peer, title } = chat;
  return (
    <>
      <PersonAvatar person={picturedChat(chat)} size={40} />
      <div className={classes.text}>
        <h2 className={classes.title}>
          {peer ? (
            <RouteLink route={routes.member(peer.id)} className={classes.link}>
              {title}
            </RouteLink>
          ) : (
            <button
              type="button"
              className={classes.link}
              aria-label={t("headerInfo", { title })}
              aria-haspopup="dialog"
              onClick={onOpenGroup}
            >
              {title}
            </button>
          )}
        </h2>
        {typing !== null ? (
          <p className={classes.detail} data-online="true">
            {typing}
          </p>
        ) : peer ? (
          <PeerPresence peer={peer} />
        ) : (
          <p className={classes.detail}>{t("members", { count: chat.members_count })}</p>
        )}
      </div>
    </>
  );
}

function PeerPresence({ peer }: { peer: Person }) {
  const { online } = useLivePresence(peer);
  return (
    <p className={classes.detail} data-online={online}>
      <PresenceText person={peer} />
    </p>
  );
}
