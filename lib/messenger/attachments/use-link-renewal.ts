"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Media } from "#lib/files/schema.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { messagesPageQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { historyPageMax, type Message } from "#lib/messenger/contract/schema.ts";
import { useReturn } from "#lib/messenger/cache/use-return.ts";

/** Links of a chat are renewed no more often than this, because a damaged file fails whatever its address is. */
const renewedEveryMs = 60_000;

/** Matches the address of a file, which is signed for the reading member and expires (docs/uploads.md). */
const signed = /^[^?]*\/files\/media\/.*[?&]expires=(\d+)/;

const endOf = ({ url }: Pick<Media, "url">) => Number(signed.exec(url)?.[1] ?? Infinity) * 1000;
const endsFirst = ({ messages }: HistoryWindow) =>
  Math.min(...messages.flatMap(({ attachments }) => attachments.map(endOf)));
const hasLinks = ({ attachments }: Message) => attachments.some((file) => endOf(file) < Infinity);

/** Refetches those messages of a loaded history that have files, for new addresses of the files. */
async function renewLinks(client: QueryClient, { kind, chatId }: ChatAddress) {
  const { queryKey } = messagesQuery(kind, chatId);
  const seqs = client.getQueryData(queryKey)?.messages.filter(hasLinks) ?? [];
  const renewed = new Map<number, Message["attachments"]>();
  let renewedTo = 0;
  for (const { seq } of seqs) {
    if (seq <= renewedTo) continue;
    const range = { after: seq - 1, limit: historyPageMax };
    const { data } = await client.query(messagesPageQuery(kind, chatId, range));
    for (const message of data) renewed.set(message.seq, message.attachments);
    renewedTo = data.at(-1)?.seq ?? seq;
  }
  client.setQueryData(
    queryKey,
    (window) =>
      window && {
        ...window,
        messages: window.messages.map((message) => {
          const attachments = renewed.get(message.seq);
          return attachments && hasLinks(message) ? { ...message, attachments } : message;
        }),
      },
  );
}

/**
 * Keeps the addresses of files valid in a history that is open for days or was cached: fetches new ones when one has
 * expired, and when a file cannot be shown, as after a session of the member was ended elsewhere.
 */
export function useLinkRenewal(address: ChatAddress, history: HistoryWindow | undefined): void {
  const client = useQueryClient();
  const { kind, chatId } = address;
  const end = history ? endsFirst(history) : Infinity;
  const renew = () => {
    // While the server is unreachable, the member's next return to the page tries again.
    renewLinks(client, { kind, chatId }).catch(() => undefined);
  };
  const renewNow = useEffectEvent(renew);
  useReturn(() => {
    if (end <= Date.now()) renew();
  });
  useEffect(() => {
    if (end <= Date.now()) renewNow();
  }, [end, kind, chatId]);
  useEffect(() => {
    let renewedAt = -Infinity;
    const onError = ({ target }: Event) => {
      const isOurs = target instanceof HTMLElement && signed.test(target.getAttribute("src") ?? "");
      if (!isOurs || performance.now() - renewedAt < renewedEveryMs) return;
      renewedAt = performance.now();
      renewNow();
    };
    // Load errors of elements do not bubble, so the listener captures them.
    document.addEventListener("error", onError, true);
    return () => document.removeEventListener("error", onError, true);
  }, [kind, chatId]);
}
