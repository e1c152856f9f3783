"use client";

import { IconMessageCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { ChatPanel } from "#components/messenger/chat-list/chat-panel.tsx";
import { ConnectionNotice } from "#components/messenger/notifications/connection-notice.tsx";
import type { PeerSlots } from "#components/messenger/conversation/conversation-header.tsx";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { useKeyboardRoom } from "#components/messenger/keyboard-room.ts";
import classes from "#components/messenger/messenger.module.css";
import { TabNotices } from "#components/messenger/notifications/tab-notices.tsx";
import { useMessengerServiceWorker } from "#components/messenger/use-service-worker.ts";
import { EmptyState } from "#components/ui/list-states.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { usePathname } from "#lib/i18n/navigation.ts";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import { forgetOtherDrafts } from "#lib/messenger/drafts/drafts.ts";
import { bringBackChats, keepHistory } from "#lib/messenger/keep-history.ts";
import { keptHistoryStore } from "#lib/messenger/cache/history-cache.ts";
import { useLiveEvents } from "#lib/messenger/cache/live-events.ts";
import { forgetOtherOutboxes } from "#lib/messenger/outbox/outbox-store.ts";
import { OutboxProvider } from "#lib/messenger/outbox/outbox-context.tsx";

interface MessengerSlots extends PeerSlots {
  /** Above the list of chats. */
  notice?: ReactNode;
}

/** List and conversation side by side; where it is narrow, one of the two. Inside MemberGate. */
export function Messenger(slots: MessengerSlots) {
  const member = useMember();
  useEffect(() => {
    forgetOtherDrafts(member.id);
    void forgetOtherOutboxes(member.id);
  }, [member.id]);
  useKeptHistory(member.id);
  return (
    <OutboxProvider key={member.id} memberId={member.id}>
      <Panes memberId={member.id} {...slots} />
    </OutboxProvider>
  );
}

/** What this browser has seen of the member's chats is there at once, and what it sees is kept. */
function useKeptHistory(memberId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    void keptHistoryStore.forget(memberId);
    void bringBackChats(client, memberId);
    return keepHistory(client, memberId);
  }, [client, memberId]);
}

function Panes({ memberId, notice, ...slots }: { memberId: number } & MessengerSlots) {
  const t = useTranslations("Messenger");
  const address = chatAddressOf(usePathname());
  const list = useRef<HTMLElement>(null);
  const conversation = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  useKeyboardRoom(root);
  useLiveEvents(memberId);
  useMessengerServiceWorker(memberId);
  useFocusIn(address ? conversation : list, address?.chatId);
  useNoticesBelowHeader();
  return (
    <div ref={root} className={classes.root} data-open={address !== null}>
      <h1 className={classes.hiddenTitle}>{t("title")}</h1>
      <section ref={list} className={classes.list} tabIndex={-1} aria-label={t("panel")}>
        {notice}
        <ChatPanel openChatId={address?.chatId ?? null} />
      </section>
      <div ref={conversation} className={classes.conversation} tabIndex={-1}>
        {address ? (
          <Conversation key={address.chatId} {...address} {...slots} />
        ) : (
          <EmptyState icon={<IconMessageCircle size={28} stroke={1.5} />} title={t("choose")} />
        )}
      </div>
      <ConnectionNotice />
      <TabNotices />
    </div>
  );
}

/** Set once: what the style of the whole page depends on must not come and go with what is in it. */
function useNoticesBelowHeader(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(noticesTop, "8rem");
    return () => void style.removeProperty(noticesTop);
  }, []);
}

const noticesTop = "--kampus-notices-top";

/** Where only one of the two is shown, the focus goes along when the chat changes. */
function useFocusIn(pane: RefObject<HTMLElement | null>, chatId: number | undefined): void {
  const before = useRef(chatId);
  useEffect(() => {
    if (before.current === chatId) return;
    before.current = chatId;
    const frame = requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || !focused.checkVisibility())
        pane.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [chatId, pane]);
}
