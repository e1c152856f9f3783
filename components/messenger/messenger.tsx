"use client";

import { IconMessageCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef } from "react";
import { ChatPanel } from "#components/messenger/chat-panel.tsx";
import { ConnectionNotice } from "#components/messenger/connection-notice.tsx";
import type { PeerSlots } from "#components/messenger/conversation-header.tsx";
import { Conversation } from "#components/messenger/conversation.tsx";
import classes from "#components/messenger/messenger.module.css";
import { EmptyState } from "#components/ui/list-states.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { usePathname } from "#lib/i18n/navigation.ts";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import { forgetOtherDrafts } from "#lib/messenger/drafts.ts";
import { useLiveEvents } from "#lib/messenger/live-events.ts";
import { OutboxProvider } from "#lib/messenger/outbox-context.tsx";

/** List and conversation side by side; where it is narrow, one of the two. Inside MemberGate. */
export function Messenger(slots: PeerSlots) {
  const member = useMember();
  useEffect(() => forgetOtherDrafts(member.id), [member.id]);
  return (
    <OutboxProvider key={member.id} memberId={member.id}>
      <Panes memberId={member.id} {...slots} />
    </OutboxProvider>
  );
}

function Panes({ memberId, ...slots }: { memberId: number } & PeerSlots) {
  const t = useTranslations("Messenger");
  const address = chatAddressOf(usePathname());
  const list = useRef<HTMLElement>(null);
  const conversation = useRef<HTMLDivElement>(null);
  useLiveEvents(memberId);
  useFocusIn(address ? conversation : list, address?.chatId);
  return (
    <div className={classes.root} data-open={address !== null}>
      <h1 className={classes.hiddenTitle}>{t("title")}</h1>
      <section ref={list} className={classes.list} tabIndex={-1} aria-label={t("title")}>
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
    </div>
  );
}

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
