"use client";

import { ActionIcon } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/messenger/conversation-header.module.css";
import { MessengerLink } from "#components/messenger/messenger-link.tsx";
import { PersonAvatar } from "#components/ui/person-avatar.tsx";
import { PresenceText } from "#components/ui/presence-text.tsx";
import { RouteLink } from "#components/ui/route-link.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { useLivePresence } from "#lib/live-presence.ts";
import type { Chat } from "#lib/messenger/schema.ts";
import { routes } from "#lib/routes.ts";

export interface PeerMenu {
  /** What other features let one do with whom one writes with. */
  renderPeerMenu?: ((peer: Person) => ReactNode) | undefined;
}

export interface PeerSlots extends PeerMenu {
  /** What other features put in place of the field to write in, which they are given. */
  renderWriting?: ((peer: Person, field: ReactNode) => ReactNode) | undefined;
}

/** Whom one writes with. Until it is known, the room for it. */
export function ConversationHeader({
  chat,
  renderPeerMenu,
}: { chat: Chat | undefined } & PeerMenu) {
  const t = useTranslations("Messenger");
  return (
    <header className={classes.root}>
      <ActionIcon
        component={MessengerLink}
        route={routes.chats()}
        className={classes.back}
        aria-label={t("back")}
      >
        <IconChevronLeft size={24} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
      {chat && <Interlocutor chat={chat} />}
      {chat?.peer && renderPeerMenu && (
        <div className={classes.menu}>{renderPeerMenu(chat.peer)}</div>
      )}
    </header>
  );
}

function Interlocutor({ chat }: { chat: Chat }) {
  const t = useTranslations("Messenger");
  const { peer, title, image, id } = chat;
  return (
    <>
      <PersonAvatar person={peer ?? { id, fullname: title, image }} size={40} />
      <div className={classes.text}>
        <h2 className={classes.title}>
          {peer ? (
            <RouteLink route={routes.member(peer.id)} className={classes.link}>
              {title}
            </RouteLink>
          ) : (
            title
          )}
        </h2>
        {peer ? (
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
