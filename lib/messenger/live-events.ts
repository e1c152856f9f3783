"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOutbox } from "#lib/messenger/outbox-context.tsx";
import { chatListsKey, chatsKey } from "#lib/messenger/queries.ts";
import { receiveMessage, receiveRead } from "#lib/messenger/receive-message.ts";
import { chatReadEvent, message } from "#lib/messenger/schema.ts";
import { useSocketConnected, useSocketEvent } from "#lib/socket.ts";

/** Keeps every list of the messenger level with the socket. Used once, by the messenger itself. */
export function useLiveEvents(memberId: number): void {
  const client = useQueryClient();
  const outbox = useOutbox();
  useSocketEvent("message", message, (arrived) => {
    receiveMessage(client, arrived, memberId);
    if (arrived.author.id === memberId) outbox.remove(arrived.client_id);
  });
  useSocketEvent("chat_read", chatReadEvent, (read) => {
    if (read.user_id === memberId) receiveRead(client, read);
  });
  useReturn(() => {
    outbox.retryTransient();
    void client.invalidateQueries({ queryKey: chatListsKey });
    void client.invalidateQueries({ queryKey: chatsKey });
  });
}

/**
 * Calls back when events may have been missed: after every reconnection of the socket and when the
 * tab becomes visible again.
 */
export function useReturn(onReturn: () => void): void {
  const connected = useSocketConnected();
  const latest = useRef(onReturn);
  const away = useRef(false);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    if (connected && away.current) latest.current();
    away.current = !connected;
  }, [connected]);
  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === "visible") latest.current();
    };
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  }, []);
}
