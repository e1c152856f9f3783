import { QueryClient, useQueryClient } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import "fake-indexeddb/auto";
import { type ReactNode, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { cachedAt, chatsQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { windowOf } from "#lib/messenger/history/history-window.ts";
import { chatOf, memberId, messagesFrom } from "#lib/testing/message-samples.ts";
import texts from "#messages/ru.json" with { type: "json" };

const t = texts.Messenger;
const chat = chatOf();
const meta = { first_seq: 1, last_seq: 4, last_change: 0 };
let isOnline: boolean;

/** Fills the cache of queries before anything of `children` reads it. */
function Given({ fill, children }: { fill: (client: QueryClient) => void; children: ReactNode }) {
  const client = useQueryClient();
  useState(() => fill(client));
  return children;
}

function openOffline(fill: (client: QueryClient) => void) {
  showInMessenger(
    <Given fill={fill}>
      <Conversation kind="private" chatId={chat.id} />
    </Given>,
    (path) => {
      if (!isOnline) throw new TypeError("network away");
      return path.includes("/getMessages/")
        ? { body: { data: messagesFrom(1, 4), meta } }
        : { body: { data: chat } };
    },
  );
  network("offline");
}

/** As the browser tells of its network. */
const network = (event: "online" | "offline") =>
  act(() => {
    isOnline = event === "online";
    window.dispatchEvent(new Event(event));
  });

/** The list of chats as the cache of this browser has it. */
const listCached = (client: QueryClient) =>
  client.setQueryData(
    chatsQuery().queryKey,
    { pages: [{ data: [chat], meta: { next: null } }], pageParams: [null] },
    { updatedAt: cachedAt },
  );

beforeEach(async () => {
  localStorage.clear();
  await historyCache.forget();
  isOnline = false;
});

describe("a chat that is opened without a network", () => {
  it.each([
    ["is in the cached list", listCached],
    ["is not even in the list", () => undefined],
  ])(
    "and %s, says why it is not shown, and is loaded once the network is back",
    async (_, fill) => {
      openOffline(fill);
      expect(await screen.findByText(t.chatOffline)).toBeVisible();
      expect(screen.getByRole("button", { name: texts.Layout.retry })).toBeVisible();
      network("online");
      expect(await screen.findByText("message 4")).toBeVisible();
      expect(screen.queryByText(t.chatOffline)).not.toBeInTheDocument();
    },
  );

  it("opens as this browser has cached it when it was seen before", async () => {
    const window = windowOf({ data: messagesFrom(1, 4), meta });
    await historyCache.putChat(memberId, { kind: "private", chat, window });
    openOffline(listCached);
    expect(await screen.findByText("message 4")).toBeVisible();
    expect(screen.queryByText(t.chatOffline)).not.toBeInTheDocument();
  });

  it("opens where it was left in the middle of its history, when its end cannot be loaded", async () => {
    const middle = windowOf({
      data: messagesFrom(11, 20),
      meta: { first_seq: 1, last_seq: 90, last_change: 0 },
    });
    openOffline((client) => {
      client.setQueryData(messagesQuery("private", chat.id).queryKey, middle);
      client.setQueryData(chatsQuery().queryKey, {
        pages: [{ data: [{ ...chat, last_seq: 90 }], meta: { next: null } }],
        pageParams: [null],
      });
    });
    expect(await screen.findByText("message 20")).toBeVisible();
    network("online");
    // It stays while the end is asked for again.
    expect(screen.getByText("message 20")).toBeVisible();
    expect(await screen.findByText("message 4")).toBeVisible();
  });
});
