"use client";

import { Button } from "@mantine/core";
import { IconMessageOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Composer } from "#components/messenger/composer.tsx";
import { ConversationHeader, type PeerSlots } from "#components/messenger/conversation-header.tsx";
import { ConversationSkeleton } from "#components/messenger/conversation-skeleton.tsx";
import classes from "#components/messenger/conversation.module.css";
import { MessageHistory } from "#components/messenger/message-history.tsx";
import { MessengerLink } from "#components/messenger/messenger-link.tsx";
import { EmptyState, ErrorState } from "#components/ui/list-states.tsx";
import { ApiFailure } from "#lib/api-client.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { useOutgoing } from "#lib/messenger/outbox-context.tsx";
import type { Chat } from "#lib/messenger/schema.ts";
import { useChat } from "#lib/messenger/use-chat.ts";
import { useHistory } from "#lib/messenger/use-history.ts";
import { routes } from "#lib/routes.ts";

/** One chat: who it is with, what was written, and the field to write in. Mounted anew for every chat. */
export function Conversation({
  renderPeerMenu,
  renderWriting = (_peer, field) => field,
  ...address
}: ChatAddress & PeerSlots) {
  const { data: chat, error, refetch } = useChat(address);
  const missing = error instanceof ApiFailure && error.status === 404;
  if (missing || (chat && chat.kind !== address.kind)) return <MissingChat />;
  const composer = chat && <Composer chat={chat} />;
  return (
    <section className={classes.root} aria-label={chat?.title}>
      <ConversationHeader chat={chat} renderPeerMenu={renderPeerMenu} />
      {!chat && error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Messages address={address} chat={chat} />
      )}
      {chat?.peer ? renderWriting(chat.peer, composer) : composer}
    </section>
  );
}

function Messages({ address, chat }: { address: ChatAddress; chat: Chat | undefined }) {
  const { query, messages, opened } = useHistory(address, chat);
  // Beside the history, so that a message leaves here in the very render that shows it stored.
  const outgoing = useOutgoing(address.chatId);
  if (!query.data && query.error)
    return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  if (!chat || !opened) return <ConversationSkeleton />;
  const older = {
    more: query.hasNextPage,
    loading: query.isFetchingNextPage,
    failure: query.isFetchNextPageError ? query.error.message : null,
    load: () => void query.fetchNextPage(),
  };
  return <MessageHistory chat={chat} messages={messages} outgoing={outgoing} older={older} />;
}

function MissingChat() {
  const t = useTranslations("Messenger");
  return (
    <div className={classes.missing}>
      <EmptyState
        icon={<IconMessageOff size={28} stroke={1.5} />}
        title={t("notFound")}
        action={
          <Button component={MessengerLink} route={routes.chats()}>
            {t("toChats")}
          </Button>
        }
      />
    </div>
  );
}
