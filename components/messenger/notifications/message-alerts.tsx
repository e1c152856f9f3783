"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMarkPage } from "#components/layout/use-mark-page.ts";
import { useSocketEvent } from "#lib/api/socket.ts";
import { readMessageSound } from "#lib/browser/cookies.ts";
import { isWanted, useMutedChats } from "#lib/messenger/cache/muted-chats.ts";
import { chatReadEvent } from "#lib/messenger/contract/event-schema.ts";
import { type Message, message } from "#lib/messenger/contract/schema.ts";
import { isChatFocused } from "#lib/messenger/receipts/tab-focus.ts";
import { canSound, claimSound, playTone, prepareTone } from "#lib/messenger/alerts/message-tone.ts";
import { isFollowedElsewhere } from "#lib/messenger/receipts/followed-chats.ts";
import { endReadOnArrival, noteReadOnArrival } from "#lib/messenger/receipts/read-on-arrival.ts";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";
import { useSurface } from "#lib/site/surface-context.tsx";

/**
 * Shows the unread count in the title and on the icon, and plays one tone per message, on every surface. Used once in a
 * page.
 */
export function MessageAlerts({ memberId }: { memberId: number }) {
  useMarkPage(useUnreadCount());
  const client = useQueryClient();
  const surface = useSurface();
  useMutedChats();
  useEffect(prepareTone, []);

  const alert = async (arrived: Message) => {
    const focused = isChatFocused(surface, arrived.chat_id);
    if (!focused && !(canSound() && readMessageSound())) return;
    if (!(await isWanted(client, arrived, memberId))) return;
    const isMine = await claimSound(arrived, { surface: surface ?? "site", focused });
    if (isMine && !focused) await playTone();
  };
  // The messenger itself refreshes both with its lists.
  const isOutside = surface !== "chat";
  useSocketEvent("chat_read", chatReadEvent, (read) => {
    if (isOutside && read.user_id === memberId) endReadOnArrival(read);
  });
  useSocketEvent("message", message, (arrived) => {
    if (arrived.author.id === memberId) return;
    if (isOutside && isFollowedElsewhere(arrived.chat_id)) noteReadOnArrival(arrived);
    // If the tone cannot be played, the counters still show the message.
    alert(arrived).catch(() => undefined);
  });
  return null;
}
