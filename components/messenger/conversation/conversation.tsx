"use client";

import { Button } from "@mantine/core";
import { IconMessageOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useNameTab } from "#components/layout/use-page-mark.ts";
import { MessageActions } from "#components/messenger/actions/message-actions.tsx";
import { Composer } from "#components/messenger/composer/composer.tsx";
import {
  ConversationHeader,
  type PeerSlots,
} from "#components/messenger/conversation/conversation-header.tsx";
import { ConversationMessages } from "#components/messenger/conversation/conversation-messages.tsx";
import {
  ConversationProvider,
  useConversation,
} from "#components/messenger/conversation/conversation-state.tsx";
import classes from "#components/messenger/conversation/conversation.module.css";
import { SelectionBar } from "#components/messenger/conversation/selection-bar.tsx";
import { useSeqOfAddress } from "#components/messenger/conversation/use-seq-of-address.ts";
import { UnsentMessages } from "#components/messenger/conversation/unsent-messages.tsx";
import { MessengerLink } from "#components/messenger/messenger-link.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { isNotFound } from "#lib/api/api-failure.ts";
import { useChat } from "#lib/messenger/cache/queries.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

/** One chat: its header, its history and its composer. Mounted anew for every chat. */
export function Conversation({
  renderPeerMenu,
  onReportGroup,
  renderWriting = (_peer, field) => field,
  ...address
}: ChatAddress & PeerSlots) {
  const { data: chat, error, refetch, isFetching, isCached } = useChat(address);
  const openAt = useSeqOfAddress();
  const missing = isNotFound(error);
  useNameTab(missing ? undefined : chat?.title);
  if (missing || (chat && chat.kind !== address.kind))
    return (
      <MissingChat gone={missing ? address : null} wasMember={missing && chat?.kind === "group"} />
    );
  const composer = chat && <Composer chat={chat} />;
  return (
    <ConversationProvider chatId={address.chatId} openAt={openAt}>
      <MessageActions address={address} chat={chat}>
        <section className={classes.root} aria-label={chat?.title}>
          <ConversationHeader
            chat={chat}
            renderPeerMenu={renderPeerMenu}
            onReportGroup={onReportGroup}
          />
          <ConversationMessages
            address={address}
            chat={chat}
            isCached={isCached}
            chatFailure={
              error && (!chat || isCached)
                ? { error, busy: isFetching, retry: () => void refetch() }
                : null
            }
          />
          <SelectionPlace chat={chat}>
            {chat?.peer ? renderWriting(chat.peer, composer) : composer}
          </SelectionPlace>
        </section>
      </MessageActions>
    </ConversationProvider>
  );
}

interface MissingChatProps {
  /** The chat that is gone; null where another chat has its id, which holds what was written. */
  gone: ChatAddress | null;
  /** Whether the member was in the chat until a moment ago, and was removed or has left. */
  wasMember: boolean;
}

function MissingChat({ gone, wasMember }: MissingChatProps) {
  const t = useTranslations("Messenger");
  return (
    <div className={classes.missing}>
      <div role="status">
        <EmptyState
          Icon={IconMessageOff}
          title={t(wasMember ? "groupGone" : "notFound")}
          action={
            <Button component={MessengerLink} route={routes.chats()}>
              {t("toChats")}
            </Button>
          }
        />
      </div>
      {gone && <UnsentMessages {...gone} />}
    </div>
  );
}

interface SelectionPlaceProps {
  chat: Chat | undefined;
  /** The composer. It stays mounted while hidden, with its unsent text. */
  children: ReactNode;
}

/** The foot of a conversation: the composer or, while messages are selected, the actions on them. */
function SelectionPlace({ chat, children }: SelectionPlaceProps) {
  const choosing = useConversation().selected !== null && chat !== undefined;
  return (
    <>
      <div style={{ display: choosing ? "none" : "contents" }}>{children}</div>
      {choosing && <SelectionBar chat={chat} />}
    </>
  );
}
