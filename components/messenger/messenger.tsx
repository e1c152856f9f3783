"use client";

import { IconMessageCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import {
  type ComponentType,
  createElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTabName } from "#components/layout/use-page-mark.ts";
import { ChatPanel } from "#components/messenger/chat-list/chat-panel.tsx";
import { ConversationSkeleton } from "#components/messenger/conversation/conversation-skeleton.tsx";
import classes from "#components/messenger/messenger.module.css";
import { ConnectionNotice } from "#components/messenger/notifications/connection-notice.tsx";
import { TabNotices } from "#components/messenger/notifications/tab-notices.tsx";
import { useMessengerServiceWorker } from "#components/messenger/notifications/use-messenger-service-worker.ts";
import { EmptyState, ErrorState } from "#components/ui/list-states.tsx";
import { usePartOrFailure } from "#components/ui/on-demand/use-part-or-failure.ts";
import { isRendered } from "#lib/browser/is-rendered.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { readNotificationChoice } from "#lib/browser/notification-choice.ts";
import { postToServiceWorker } from "#lib/browser/service-worker.ts";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { restoreChats, syncHistoryCache } from "#lib/messenger/cache/sync-history-cache.ts";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { useLiveEvents } from "#lib/messenger/cache/use-live-events.ts";
import { useReturn } from "#lib/messenger/cache/use-return.ts";
import { type ChatAddress, chatAddressOf } from "#lib/messenger/chat-address.ts";
import { forgetOtherDrafts } from "#lib/messenger/drafts/drafts.ts";
import { OutboxProvider } from "#lib/messenger/outbox/outbox-context.tsx";
import { forgetOtherOutboxes } from "#lib/messenger/outbox/outbox-store.ts";

type FetchConversation = () => Promise<ComponentType<ChatAddress>>;

interface MessengerProps {
  /** Shown above the list of chats. */
  notice?: ReactNode;
  /** Loads what shows an open chat; the list alone does without. */
  fetchConversation: FetchConversation;
}

/** List and conversation side by side; where it is narrow, one of the two. Inside MemberGate. */
export function Messenger(props: MessengerProps) {
  const member = useMember();
  useEffect(() => {
    forgetOtherDrafts(member.id);
    void forgetOtherOutboxes(member.id);
    endOtherNotices(member.id);
  }, [member.id]);
  useHistoryCache(member.id);
  return (
    <OutboxProvider key={member.id} memberId={member.id}>
      <Panes memberId={member.id} {...props} />
    </OutboxProvider>
  );
}

/**
 * A member who has not turned notifications on here has none to lose. What is still pushed to this browser is of a member
 * whose sign-out neither the server nor a page of this surface has heard of.
 */
function endOtherNotices(memberId: number): void {
  const choice = readNotificationChoice(memberId);
  if (choice !== "push" && choice !== "tabs") postToServiceWorker({ type: "signed-out" });
}

/** Shows the member's chats from the cache of this browser at once, and caches what is loaded from then on. */
function useHistoryCache(memberId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    void historyCache.forget(memberId);
    void restoreChats(client, memberId);
    return syncHistoryCache(client, memberId);
  }, [client, memberId]);
}

function Panes({ memberId, notice, fetchConversation }: { memberId: number } & MessengerProps) {
  const t = useTranslations("Messenger");
  const address = chatAddressOf(usePathname());
  const loaded = useConversationPart(fetchConversation, address !== null);
  const list = useRef<HTMLElement>(null);
  const conversation = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  useKeyboardRoom(root);
  useLiveEvents(memberId);
  useMessengerServiceWorker(memberId);
  useFocusIn(address ? conversation : list, address?.chatId);
  useToastsBelowHeader();
  return (
    <div ref={root} className={classes.root} data-open={address !== null}>
      <h1 className={classes.hiddenTitle}>{t("title")}</h1>
      <section ref={list} className={classes.list} tabIndex={-1} aria-label={t("panel")}>
        {notice}
        <ChatPanel openChatId={address?.chatId ?? null} />
      </section>
      <ConversationPane ref={conversation}>
        {address ? (
          <ConversationPlace address={address} conversation={loaded} />
        ) : (
          <EmptyState Icon={IconMessageCircle} title={t("choose")} />
        )}
      </ConversationPane>
      <ConnectionNotice />
      <TabNotices />
    </div>
  );
}

interface ConversationPaneProps {
  ref: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** Has the name of the open chat, which a screen reader says when the pane gets the focus. */
function ConversationPane({ ref, children }: ConversationPaneProps) {
  const t = useTranslations("Messenger");
  const name = useTabName() ?? t("title");
  return (
    <div ref={ref} className={classes.conversation} role="group" aria-label={name} tabIndex={-1}>
      {children}
    </div>
  );
}

/**
 * Returns the part that shows conversations, once a chat is open or the page is idle. It stays when the open chat
 * changes, so that its state is not lost.
 */
function useConversationPart(fetchConversation: FetchConversation, isOpen: boolean) {
  const [isLoaded, setLoaded] = useState(false);
  const fetchAhead = useCallback(
    () => fetchConversation().then(() => setLoaded(true)),
    [fetchConversation],
  );
  useFetchedAhead(fetchAhead);
  const { part, failure, retry } = usePartOrFailure(fetchConversation, isOpen || isLoaded);
  useReturn(retry);
  return { part, failure };
}

interface ConversationPlaceProps {
  address: ChatAddress;
  conversation: ReturnType<typeof useConversationPart>;
}

function ConversationPlace({ address, conversation: { part, failure } }: ConversationPlaceProps) {
  if (part) return createElement(part, { key: address.chatId, ...address });
  if (failure) return <ErrorState {...failure} />;
  return <ConversationSkeleton />;
}

/**
 * Shows toasts below the header of a conversation. The property of the root is set once, because the style of the whole
 * page must not depend on what is mounted inside.
 */
function useToastsBelowHeader(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(toastsTop, "8rem");
    return () => void style.removeProperty(toastsTop);
  }, []);
}

const toastsTop = "--kampus-toasts-top";

/** Moves the focus into the visible pane when the chat changes and only one of the two fits. */
function useFocusIn(pane: RefObject<HTMLElement | null>, chatId: number | undefined): void {
  const before = useRef(chatId);
  useEffect(() => {
    if (before.current === chatId) return;
    before.current = chatId;
    const frame = requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || !isRendered(focused))
        pane.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [chatId, pane]);
}

/** A smaller difference of heights, in px, is a bar of the browser and no keyboard. */
const keyboardMinPx = 120;

/**
 * Keeps the height of the phone's keyboard free at the bottom of `pane`. Where the page shrinks by itself
 * (`interactive-widget`) there is nothing to keep; Safari lays its keyboard over the page and moves the page up.
 */
function useKeyboardRoom(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const follow = () => {
      // A zoomed page shows less of itself, which no keyboard covers.
      const covered = window.innerHeight - viewport.height * viewport.scale;
      const room = covered >= keyboardMinPx ? covered : 0;
      pane.current?.style.setProperty("--keyboard-room", `${room}px`);
      if (room > 0) window.scrollTo(0, 0);
    };
    viewport.addEventListener("resize", follow);
    return () => viewport.removeEventListener("resize", follow);
  }, [pane]);
}
