import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import "fake-indexeddb/auto";
import { type ReactNode, useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import {
  boxPx,
  endingInView,
  layOutHistory,
  rowPx,
  scroll,
} from "#components/testing/history-layout.ts";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { chatQuery, chatsQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { receiveMessage } from "#lib/messenger/cache/receive-message.ts";
import { refreshChat } from "#lib/messenger/cache/refresh-chat.ts";
import { chatOf, memberId, messagesFrom } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

/** 40 of them are unread when the chat is opened. */
const lastSeq = 60;
const readSeq = 20;

/** The seqs of the read receipts, in the order in which they were sent. */
let receipts: number[];
/** Up to where the server has the chat as read. */
let storedSeq: number;
let [looking, visibility]: [boolean, DocumentVisibilityState] = [true, "visible"];
let heightOf: (text: string) => number;
let client: QueryClient;

beforeEach(async () => {
  await historyCache.forget();
  localStorage.clear();
  [receipts, looking, visibility] = [[], true, "visible"];
  heightOf = () => rowPx;
  Object.assign(document, { elementFromPoint: () => null });
  vi.spyOn(document, "hasFocus").mockImplementation(() => looking);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  layOutHistory((written) => heightOf(written));
});

const look = (now: boolean) =>
  act(() => {
    looking = now;
    window.dispatchEvent(new Event(now ? "focus" : "blur"));
  });

const history = messagesFrom(1, lastSeq).map((one) => ({ ...one, text: `№ ${one.seq};` }));

/** Fills the memory of the page before the chat opens. */
function Given({ fill, children }: { fill: (client: QueryClient) => void; children: ReactNode }) {
  const held = useQueryClient();
  useState(() => fill(held));
  return children;
}

interface Opening {
  /** Up to where the chat is read. */
  readTo?: number;
  /** Requests wait for it. */
  released?: Promise<unknown>;
  fill?: (client: QueryClient) => void;
}

/** The history of a chat with 40 unread messages, once it has opened at the first of them, or with none, at its end. */
async function open(opening: Opening = {}): Promise<HTMLElement> {
  const { readTo = readSeq, released, fill = () => undefined } = opening;
  const chat = chatOf({ last_seq: lastSeq });
  storedSeq = readTo;
  const conversation = (
    <Given fill={fill}>
      <Conversation kind="private" chatId={7} />
    </Given>
  );
  ({ client } = showInMessenger(conversation, async (path, body) => {
    await released;
    const read = () => ({ last_read_seq: storedSeq, unread: lastSeq - storedSeq });
    if (path.includes("/getMessages/")) {
      const after = Number(new URL(path, "http://kampus").searchParams.get("after"));
      const meta = { first_seq: 1, last_seq: lastSeq, last_change: 0 };
      return { body: { data: history.slice(after), meta } };
    }
    if (!path.includes("/readMessages/")) return { body: { data: { ...chat, ...read() } } };
    storedSeq = (body as { seq: number }).seq; // the body of readMessages
    receipts.push(storedSeq);
    return { body: { message: "", data: read() } };
  }));
  await screen.findByText(readTo < lastSeq ? t.newMessages : `№ ${lastSeq};`);
  return screen.getByRole("region", { name: t.history });
}

const unreadBelow = () => screen.queryByRole("button", { name: new RegExp(`^${t.toEnd}`) });

/** The chat when all that this browser knows of it was read. */
const asLeft = {
  chat: chatOf({ last_seq: readSeq, last_read_seq: readSeq }),
  window: {
    ...{ messages: history.slice(0, readSeq), from: 1, to: readSeq, live: true },
    ...{ firstSeq: 1, lastSeq: readSeq, lastChange: 0, changedTo: 0 },
  },
};

describe("a chat with 40 unread messages on a phone", () => {
  it("is read as far as it was on the screen for half a second, and the button counts the rest", async () => {
    const box = await open();
    const seen = Math.max(...endingInView(box));
    expect(seen).toBeGreaterThan(readSeq);
    expect(seen).toBeLessThan(lastSeq - 20);
    await waitFor(() => expect(receipts).toEqual([seen]));
    expect(unreadBelow()).toHaveTextContent(String(lastSeq - seen));
    scroll(box, 300);
    await waitFor(() => expect(receipts).toEqual([seen, seen + 5]));
    expect(unreadBelow()).toHaveTextContent(String(lastSeq - seen - 5));
  });

  it.each([
    [
      "the cache of this browser",
      () => historyCache.putChat(memberId, { kind: "private", ...asLeft }),
      () => undefined,
    ],
    [
      "the memory of this page, which has missed them",
      () => Promise.resolve(),
      (held: QueryClient) => {
        held.setQueryData(messagesQuery("private", 7).queryKey, asLeft.window);
        held.setQueryData(chatsQuery().queryKey, {
          pages: [{ data: [asLeft.chat], meta: { next: null } }],
          pageParams: [null],
        });
      },
    ],
  ])("is read only as far as it was seen, also when it opens from %s", async (_, store, fill) => {
    const asked = Promise.withResolvers<undefined>();
    await store();
    const opening = open({ released: asked.promise, fill });
    await screen.findByText(`№ ${readSeq};`);
    asked.resolve(undefined);
    const box = await opening;
    await waitFor(() => expect(receipts).toEqual([Math.max(...endingInView(box))]));
    expect(receipts[0]).toBeLessThan(lastSeq - 20);
  });

  it("is not read further than it was seen where the memory of the page ends among the unread ones", async () => {
    const { chat, window } = asLeft;
    const asHeld = {
      ...window,
      messages: history.slice(0, readSeq + 5),
      to: readSeq + 5,
      lastSeq: readSeq + 5,
    };
    const fill = (held: QueryClient) => {
      held.setQueryData(messagesQuery("private", chat.id).queryKey, asHeld);
    };
    const box = await open({ fill });
    await screen.findByText(`№ ${lastSeq - 20};`);
    await waitFor(() => expect(endingInView(box)).toContain(readSeq + 1));
    await waitFor(() => expect(receipts.length).toBeGreaterThan(0));
    expect(Math.max(...receipts)).toBeLessThan(lastSeq - 20);
  });

  it("opened at its end without the focus, stops at the first message that arrives", async () => {
    looking = false;
    const box = await open({ readTo: lastSeq });
    for (const one of messagesFrom(lastSeq + 1, lastSeq + 30))
      act(() => receiveMessage(client, { ...one, text: `№ ${one.seq};` }, memberId));
    await screen.findByText(`№ ${lastSeq + 1};`);
    const seen = Math.max(...endingInView(box));
    expect(seen).toBeLessThan(lastSeq + 12);
    look(true);
    await waitFor(() => expect(receipts).toEqual([seen]));
  });

  it.each([
    ["without focus", () => (looking = false)],
    ["that is hidden, although it has the focus", () => (visibility = "hidden")],
  ])("is not read in a tab %s", async (_which, leave) => {
    leave();
    const box = await open();
    const seen = Math.max(...endingInView(box));
    scroll(box, 300);
    visibility = "visible";
    look(true);
    await waitFor(() => expect(receipts).toEqual([seen + 5]));
  });

  it("left at its end, stops at the first message that arrives while the tab has no focus", async () => {
    const box = await open();
    scroll(box, lastSeq * rowPx);
    await waitFor(() => expect(receipts.at(-1)).toBe(lastSeq));
    look(false);
    const arrived = messagesFrom(lastSeq + 1, lastSeq + 30);
    for (const one of arrived)
      act(() => receiveMessage(client, { ...one, text: `№ ${one.seq};` }, memberId));
    await screen.findByText(`№ ${lastSeq + 1};`);
    expect(endingInView(box)).toContain(lastSeq + 1);
    const seen = Math.max(...endingInView(box));
    expect(seen).toBeLessThan(lastSeq + 12);
    expect(receipts.at(-1)).toBe(lastSeq);
    look(true);
    await waitFor(() => expect(receipts.at(-1)).toBe(seen));
  });

  it("is not read by messages that were on the screen for less than half a second", async () => {
    const box = await open();
    const seen = Math.max(...endingInView(box));
    scroll(box, 120);
    look(false);
    scroll(box, -120);
    look(true);
    await waitFor(() => expect(receipts).toEqual([seen]));
  });

  it.each([
    ["the tab is left", () => look(false)],
    ["the page is left", () => act(() => void window.dispatchEvent(new Event("pagehide")))],
    ["the chat is left", () => cleanup()],
  ])("is read at once as far as it was seen for half a second when %s", async (_when, leave) => {
    const box = await open();
    const seen = Math.max(...endingInView(box));
    await waitFor(() => expect(receipts).toEqual([seen]));
    const realNow = performance.now.bind(performance);
    scroll(box, 300);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => realNow() + 500);
    leave();
    clock.mockImplementation(realNow);
    scroll(box, -300); // a receipt that waits would find the messages gone
    await waitFor(() => expect(receipts).toEqual([seen, seen + 5]));
  });

  it("is not read further by leaving it before half a second is over", async () => {
    const box = await open();
    const seen = Math.max(...endingInView(box));
    await waitFor(() => expect(receipts).toEqual([seen]));
    scroll(box, 300);
    look(false);
    cleanup();
    await open();
    expect(receipts).toEqual([seen]);
  });

  it("is not read again when it was read already and is marked as unread on another device", async () => {
    const box = await open({ readTo: lastSeq });
    storedSeq = lastSeq - 1;
    await act(async () => {
      await refreshChat(client, 7);
      await new Promise((resolve) => setTimeout(resolve)); // the cache tells its observers then
    });
    expect(client.getQueryData(chatQuery("private", 7).queryKey)?.unread).toBe(1);
    const realNow = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => realNow() + 5_000);
    scroll(box, 0);
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(receipts).toEqual([]);
  });

  it("sends few receipts while the member scrolls, and then one of all that was seen", async () => {
    const box = await open();
    await waitFor(() => expect(receipts).toHaveLength(1));
    const realNow = performance.now.bind(performance);
    // Scrolls for a second, however long the machine takes for it.
    let nowMs = realNow();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    for (let step = 0; step < 20; step += 1) {
      nowMs += 50;
      scroll(box, rowPx);
    }
    clock.mockImplementation(() => realNow() + 1_000);
    const seen = Math.max(...endingInView(box));
    await waitFor(() => expect(receipts.at(-1)).toBe(seen));
    expect(receipts.length).toBeLessThanOrEqual(6);
  });

  it("is not read while a dialog covers it, and is read once the dialog is closed", async () => {
    const dialog = document.createElement("div");
    const hit = vi.fn(() => dialog as Element | null);
    Object.assign(document, { elementFromPoint: hit });
    const box = await open();
    await waitFor(() => expect(hit).toHaveBeenCalledTimes(2), { timeout: 3000 });
    expect(receipts).toEqual([]);
    hit.mockReturnValue(box);
    const seen = Math.max(...endingInView(box));
    await waitFor(() => expect(receipts).toEqual([seen]), { timeout: 3000 });
  });

  it("counts a message taller than the screen as read only once its end was in view", async () => {
    heightOf = (written) => (written.includes("№ 22;") ? 2 * boxPx : rowPx);
    const box = await open();
    await waitFor(() => expect(receipts).toEqual([21]));
    scroll(box, 2 * boxPx);
    await waitFor(() => expect(receipts.length).toBe(2));
    expect(receipts[1]).toBe(Math.max(...endingInView(box)));
    expect(receipts[1]).toBeGreaterThanOrEqual(22);
  });
});
