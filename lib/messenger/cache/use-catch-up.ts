"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { retryDelayMs } from "#lib/api/retry-delay.ts";
import { catchUp } from "#lib/messenger/cache/catch-up.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { messagesQuery } from "#lib/messenger/cache/queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { useReturn } from "#lib/messenger/cache/use-return.ts";

/** Lets the loaded history catch up with the newest state of the chat, and retries failures with growing delays. */
export function useCatchUp(
  { kind, chatId }: ChatAddress,
  window: HistoryWindow | undefined,
  chat: Chat | undefined,
): void {
  const client = useQueryClient();
  const [failures, setFailures] = useState(0);
  const lastSeq = Math.max(window?.lastSeq ?? 0, chat?.last_seq ?? 0);
  const lastChange = Math.max(window?.lastChange ?? 0, chat?.last_change ?? 0);
  const missesNew = window !== undefined && window.live && window.to < lastSeq;
  const missesChange = window !== undefined && window.changedTo < lastChange;
  const behind = missesNew || missesChange;

  const run = () => {
    client.setQueryData(
      messagesQuery(kind, chatId).queryKey,
      (known) => known && { ...known, lastSeq, lastChange },
    );
    catchUp(client, kind, chatId).then(
      () => setFailures(0),
      () => setFailures((before) => before + 1),
    );
  };
  const runLater = useEffectEvent(run);
  useEffect(() => {
    if (!behind) return;
    const pauseMs = failures === 0 ? 0 : retryDelayMs(failures);
    const timer = setTimeout(() => runLater(), pauseMs);
    return () => clearTimeout(timer);
  }, [behind, lastSeq, lastChange, failures]);
  useReturn(run);
}
