"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import { BlockedWriting } from "#components/blocks/blocked-writing.tsx";
import { useSocketEvent } from "#lib/api/socket.ts";
import type { Person } from "#lib/auth/schema.ts";
import { blockStateQuery } from "#lib/blocks/queries.ts";
import { id } from "#lib/http/schema.ts";
import { useOutgoing } from "#lib/messenger/outbox/outbox-context.tsx";

interface PeerWritingProps {
  chatId: number;
  peer: Person;
  /** The composer. */
  children: ReactNode;
}

/** The composer of a private chat, or why the other member cannot be written to. Follows changes while it is open. */
export function PeerWriting({ chatId, peer, children }: PeerWritingProps) {
  useFollowedBlock(chatId, peer.id);
  return <BlockedWriting person={peer}>{children}</BlockedWriting>;
}

const presenceHint = z.object({ user_id: id, online: z.boolean() });
const friendshipHint = z.object({ pending: z.int() });
const messageHint = z.object({ chat_id: id, author: z.object({ id }) });

/**
 * Refetches the block state when a block may have begun or ended. No event is published for a block itself, but it ends
 * the presence of the two for each other and their friendship, and the server refuses what they write.
 */
function useFollowedBlock(chatId: number, peerId: number): void {
  const client = useQueryClient();
  const { queryKey } = blockStateQuery(useLocale(), peerId);
  const ask = () => void client.invalidateQueries({ queryKey });
  const askIfParted = (isParted: boolean) => {
    if ((client.getQueryData(queryKey) === "absent") === isParted) ask();
  };
  useSocketEvent("presence", presenceHint, ({ user_id, online }) => {
    if (user_id === peerId) askIfParted(online);
  });
  useSocketEvent("friendship", friendshipHint, ask);
  useSocketEvent("message", messageHint, ({ chat_id, author }) => {
    if (chat_id === chatId && author.id === peerId) askIfParted(true);
  });
  const refused = useOutgoing(chatId).filter(
    ({ state, transient }) => state === "failed" && !transient,
  ).length;
  const askOnRefusal = useEffectEvent(ask);
  useEffect(() => {
    if (refused > 0) askOnRefusal();
  }, [refused]);
}
