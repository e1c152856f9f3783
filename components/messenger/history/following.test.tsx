import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { boxPx, endingInView, layOutHistory, scroll } from "#components/testing/history-layout.ts";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { forgetOtherOutboxes } from "#lib/messenger/outbox/outbox-store.ts";
import type { Queued } from "#lib/messenger/outbox/outgoing.ts";
import { tabsOf } from "#lib/messenger/outbox/outbox-tabs.ts";
import { chatOf, me, memberId, messageOf, messagesFrom } from "#lib/testing/message-samples.ts";
import texts from "#messages/ru.json" with { type: "json" };

const t = texts.Messenger;
const lastSeq = 60;

/** Messages with the text "второе" are stored once it is resolved. */
let stored: PromiseWithResolvers<undefined>;

beforeEach(async () => {
  await historyCache.forget();
  await forgetOtherOutboxes(0);
  localStorage.clear();
  stored = Promise.withResolvers();
  Object.assign(document, { elementFromPoint: () => null });
  layOutHistory();
});
afterEach(() => vi.restoreAllMocks());

/** Opens a chat that is read to its end. A message with the text "первое" is refused. */
async function open(): Promise<HTMLElement> {
  showInMessenger(<Conversation kind="private" chatId={7} />, async (path, body) => {
    if (path.includes("/getMessages/")) {
      const meta = { first_seq: 1, last_seq: lastSeq, last_change: 0 };
      return { body: { data: messagesFrom(11, lastSeq), meta } };
    }
    if (path.includes("/sendMessage")) {
      const { text, client_id } = body as Pick<Message, "text" | "client_id">; // the body of sendMessage
      if (text === "первое") return { status: 403, body: { message: "Нельзя", code: "forbidden" } };
      await stored.promise;
      const message = messageOf(lastSeq + 1, { text, client_id, author: me });
      return { body: { message: "", data: message } };
    }
    return { body: { data: chatOf({ last_seq: lastSeq, last_read_seq: lastSeq }) } };
  });
  await screen.findByText(`message ${lastSeq}`);
  return screen.getByRole("region", { name: t.history });
}

const toEnd = () => screen.findByRole("button", { name: t.toEnd });
const write = (text: string) =>
  userEvent.type(screen.getByRole("textbox", { name: t.message }), `${text}{Enter}`);

/** Waits until the message is in that state. */
async function becomes(text: string, state: string): Promise<void> {
  const bubble = async () => (await screen.findByText(text)).closest("[data-bubble]");
  await waitFor(async () => expect(await bubble()).toHaveAttribute("data-state", state));
}

/** Scrolls up, and returns the seqs of the messages that are read there. */
async function readAbove(box: HTMLElement): Promise<number[]> {
  scroll(box, -boxPx);
  await toEnd();
  return endingInView(box);
}

describe("a member who reads what stands above", () => {
  it("is taken to the end when they write a message", async () => {
    const box = await open();
    await readAbove(box);
    await write("второе");
    await becomes("второе", "pending");
    expect(screen.queryByRole("button", { name: t.toEnd })).toBeNull();
  });

  it("stays there when a message that they wrote before is stored, and a refused one is left", async () => {
    const box = await open();
    await write("первое");
    await becomes("первое", "failed");
    await write("второе");
    await becomes("второе", "pending");
    const read = await readAbove(box);
    await act(async () => stored.resolve(undefined));
    await becomes("второе", "sent");
    expect(endingInView(box)).toEqual(read);
    expect(await toEnd()).toBeVisible();
  });

  it("stays there when they write a message in another tab", async () => {
    const box = await open();
    const read = await readAbove(box);
    const item: Queued = {
      ...{ kind: "private", chatId: 7, clientId: crypto.randomUUID(), text: "второе" },
      ...{ mentions: [], reply: null, forward: null, attachments: [] },
      ...{ state: "pending", failure: null, transient: false, attempts: 0 },
      ...{ position: Date.now(), retryAt: 0, notBefore: 0, createdAt: new Date().toISOString() },
    };
    tabsOf(memberId).post({ type: "put", item });
    await becomes("второе", "pending");
    expect(endingInView(box)).toEqual(read);
    expect(await toEnd()).toBeVisible();
  });

  it("goes on in the history once they have pressed the way to its end", async () => {
    const box = await open();
    await readAbove(box);
    await userEvent.click(await toEnd());
    await waitFor(() => expect(screen.queryByRole("button", { name: t.toEnd })).toBeNull());
    expect(box).toHaveFocus();
  });
});
