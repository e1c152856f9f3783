"use client";

/** Asks for the history of a chat before it is shown, so that it is there when it is. */
import { useQueryClient } from "@tanstack/react-query";
import { type PointerEvent, useEffect, useRef } from "react";
import { loadAround } from "#lib/messenger/history/load-history.ts";
import { messagesQuery } from "#lib/messenger/cache/queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** A mouse that only passes by asks for nothing. */
const restsForMs = 60;

/** Handlers of what opens a chat: when a finger touches it or a mouse rests on it, the place is loaded where it opens. */
export function useLoadingAhead({ kind, id: chatId, unread, last_read_seq }: Chat) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const load = () => {
    if (client.getQueryData(messagesQuery(kind, chatId).queryKey)) return;
    // Whoever opens the chat asks again, and is told what is wrong.
    loadAround(client, { kind, chatId }, unread > 0 ? last_read_seq + 1 : null).catch(
      () => undefined,
    );
  };
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      clearTimeout(timer.current);
      if (pointerType === "touch") load();
      else timer.current = setTimeout(load, restsForMs);
    },
    onPointerLeave: () => clearTimeout(timer.current),
  };
}
