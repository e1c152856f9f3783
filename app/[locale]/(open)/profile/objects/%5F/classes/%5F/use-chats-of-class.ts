"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import { useResync, useSocketEvent } from "#lib/api/socket.ts";
import { useMemberIdIfAny } from "#lib/auth/use-member-id-if-any.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { classKeyed, classQuery } from "#lib/classes/queries.ts";
import type { ClassDetails } from "#lib/classes/schema.ts";
import { id } from "#lib/http/schema.ts";
import { chatChangedEvent } from "#lib/messenger/contract/event-schema.ts";

/** Several messages in a row cause one request. */
const restMs = 400;

/** The only field of a message that matters here, so that the page need not load the contract of the messenger. */
const inChat = z.object({ chat_id: id });
const readBy = z.object({ chat_id: id, user_id: id });

/**
 * Refetches the class, its roster too, once a chat of it has changed: the member may have been removed, or have left it
 * elsewhere. What was said and read there changes only the class itself.
 */
export function useChatsOfClass(place: ClassAddress, details: ClassDetails | undefined): void {
  const client = useQueryClient();
  const locale = useLocale();
  const ownId = useMemberIdIfAny();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const chats = [details?.chat, ...(details?.groups ?? []).map(({ chat }) => chat)];
  const chatOf = (chatId: number) => chats.find((chat) => chat?.id === chatId);
  const refresh = () => {
    clearTimeout(timer.current);
    const { queryKey } = classQuery(locale, place);
    timer.current = setTimeout(() => {
      void client.invalidateQueries({ queryKey, exact: true });
    }, restMs);
  };
  const onMessage = ({ chat_id }: z.infer<typeof inChat>) => {
    if (chatOf(chat_id)?.joined) refresh();
  };
  useSocketEvent("message", inChat, onMessage);
  useSocketEvent("message_changed", inChat, onMessage);
  useSocketEvent("chat_read", readBy, ({ chat_id, user_id }) => {
    if (user_id === ownId) onMessage({ chat_id });
  });
  useResync(refresh);
  useSocketEvent("chat_changed", chatChangedEvent, ({ chat_id }) => {
    if (chatOf(chat_id)) void client.invalidateQueries({ queryKey: classKeyed(place) });
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
