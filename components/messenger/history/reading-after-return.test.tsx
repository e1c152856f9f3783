import type { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { endingInView, layOutHistory, rowPx, scroll } from "#components/testing/history-layout.ts";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { receiveMessage, receiveRead } from "#lib/messenger/cache/receive-message.ts";
import { refreshChat } from "#lib/messenger/cache/refresh-chat.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { chatOf, me, memberId, messagesFrom } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

/** The chat is read up to here when it is opened. */
const readSeq = 60;
const written = messagesFrom(1, 160).map((one) => ({ ...one, text: `№ ${one.seq};` }));

/** The newest message of the server. */
let lastSeq: number;
let storedSeq: number;
/** The seqs of the read receipts, in the order in which they were sent. */
let receipts: number[];
let client: QueryClient;

beforeEach(async () => {
  await historyCache.forget();
  localStorage.clear();
  [lastSeq, storedSeq, receipts] = [readSeq, readSeq, []];
  Object.assign(document, { elementFromPoint: () => null });
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  layOutHistory();
});

/** Opens the chat at its end, with all of it read. */
async function open(): Promise<HTMLElement> {
  ({ client } = showInMessenger(<Conversation kind="private" chatId={7} />, (path, body) => {
    const read = () => ({ last_read_seq: storedSeq, unread: lastSeq - storedSeq });
    if (path.includes("/getMessages/")) {
      const after = Number(new URL(path, "http://kampus").searchParams.get("after"));
      const meta = { first_seq: 1, last_seq: lastSeq, last_change: 0 };
      return { body: { data: written.slice(after, lastSeq), meta } };
    }
    if (!path.includes("/readMessages/"))
      return { body: { data: chatOf({ last_seq: lastSeq, ...read() }) } };
    storedSeq = (body as { seq: number }).seq; // the body of readMessages
    receipts.push(storedSeq);
    return { body: { message: "", data: read() } };
  }));
  await screen.findByText(`№ ${readSeq};`);
  const box = screen.getByRole("region", { name: t.history });
  scroll(box, readSeq * rowPx);
  expect(endingInView(box)).toContain(readSeq);
  return box;
}

/** Brings the network back, and with it what was written meanwhile. */
const comeBack = () =>
  act(async () => {
    window.dispatchEvent(new Event("online"));
    await refreshChat(client, 7);
  });

it("a member at the end whose network was away reads what came meanwhile only as far as it was on the screen", async () => {
  const box = await open();
  lastSeq += 60;
  await comeBack();
  await screen.findByText(`№ ${readSeq + 1};`);
  expect(endingInView(box)).toContain(readSeq + 1);
  const seen = Math.max(...endingInView(box));
  expect(seen).toBeLessThan(readSeq + 12);
  await waitFor(() => expect(receipts).toEqual([seen]));
  scroll(box, 5 * rowPx);
  await waitFor(() => expect(receipts).toEqual([seen, seen + 5]));
});

it("a member at the end reads of messages that come all at once only what was on the screen", async () => {
  const box = await open();
  for (let count = 0; count < 60; count += 1)
    act(() => receiveMessage(client, nextFromPeer(), memberId));
  await screen.findByText(`№ ${readSeq + 1};`);
  expect(endingInView(box)).toContain(readSeq + 1);
  const seen = Math.max(...endingInView(box));
  expect(seen).toBeLessThan(readSeq + 12);
  await waitFor(() => expect(receipts).toEqual([seen]));
  const below = await screen.findByRole("button", { name: new RegExp(`^${t.toEnd}`) });
  expect(below).toHaveTextContent(String(60 - (seen - readSeq)));
});

it("a member who has gone to the end follows what comes next, before they have read what is there", async () => {
  const box = await open();
  lastSeq += 60;
  await comeBack();
  await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${t.toEnd}`) }));
  for (let count = 0; count < 3; count += 1)
    act(() => receiveMessage(client, nextFromPeer(), memberId));
  await screen.findByText(`№ ${lastSeq};`);
  expect(endingInView(box)).toContain(lastSeq);
});

it.each([
  ["60 messages", 60],
  ["nothing", 0],
])(
  "a member who missed %s follows new messages again once the end has been read",
  async (_, missed) => {
    const box = await open();
    lastSeq += missed;
    await comeBack();
    if (missed > 0)
      await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${t.toEnd}`) }));
    for (let count = 0; count < 15; count += 1) {
      await act(async () => receiveMessage(client, nextFromPeer(), memberId));
      await waitFor(() => expect(receipts.at(-1)).toBe(lastSeq));
    }
    expect(endingInView(box)).toContain(lastSeq);
  },
);

it.each([
  [
    "their own messages from another device",
    () => receiveMessage(client, { ...nextRead(), author: me }, memberId),
  ],
  [
    "messages that they read first on another device",
    () => {
      const arrived = nextRead();
      receiveMessage(client, arrived, memberId);
      receiveRead(client, { chat_id: 7, user_id: memberId, seq: arrived.seq });
    },
  ],
])("a member at the end whose network was away follows %s", async (_, arrive) => {
  const box = await open();
  await comeBack();
  for (let count = 0; count < 15; count += 1) {
    await act(async () => arrive());
    await screen.findByText(`№ ${lastSeq};`);
  }
  await waitFor(() => expect(endingInView(box)).toContain(lastSeq));
  expect(receipts).toEqual([]);
});

/** The next message of the chat, which is read already: it was written or read on another device. */
function nextRead(): Message {
  storedSeq = lastSeq + 1;
  return nextFromPeer();
}

/** The next message of the chat, which the server has from now on. */
function nextFromPeer(): Message {
  lastSeq += 1;
  const [arrived] = written.slice(lastSeq - 1);
  if (!arrived) throw new Error("no more are written");
  return arrived;
}
